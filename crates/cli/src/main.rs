//! The program `komadai`: makes sure that the processor can run it, then hands the page to the library.

#![forbid(unsafe_code)]

mod processor;

use komadai_server::PageFile;
use rust_embed::RustEmbed;
use std::process::ExitCode;

/// The page that `scripts/build-web` makes. Embedded here and not in the server, so that the program is
/// compiled while the page is being built.
#[derive(RustEmbed)]
#[folder = "page"]
#[allow_missing = true]
struct Dist;

fn main() -> ExitCode {
    // First of all: anything else may use an instruction that the processor lacks.
    match processor::check() {
        Ok(()) => komadai::main(page_file),
        Err(missing) => processor::refuse(missing),
    }
}

fn page_file(path: &str) -> Option<PageFile> {
    let file = Dist::get(path)?;
    Some(PageFile {
        hash: file.metadata.sha256_hash(),
        data: file.data,
    })
}
