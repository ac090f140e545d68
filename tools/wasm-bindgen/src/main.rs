//! Writes the JavaScript and the WebAssembly module that a browser loads, as `wasm-bindgen --target web` does.
//!
//! usage: komadai-wasm-bindgen INPUT.wasm OUT_DIR OUT_NAME

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [input, out_dir, out_name] = args.as_slice() else {
        eprintln!("usage: komadai-wasm-bindgen INPUT.wasm OUT_DIR OUT_NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let written = bindgen.web(true).and_then(|bindgen| {
        bindgen
            .input_path(input)
            .out_name(out_name)
            .remove_name_section(true)
            .remove_producers_section(true)
            .omit_default_module_path(false)
            .typescript(true)
            .generate(out_dir)
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("komadai-wasm-bindgen: {input}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
