//! A server inside another program: with a page of its own, and data that is deleted at the end.
//!
//! ```sh
//! cargo run -p komadai-server --example own_server
//! ```

#![allow(clippy::print_stdout, reason = "an example prints its address")]

use komadai_server::{App, Config, PageFile, Settings};
use sha2::{Digest, Sha256};
use std::error::Error;
use std::net::SocketAddr;
use tokio::net::TcpListener;

const PAGE: &str =
    "<!doctype html><title>Club</title><p>See <a href=api/v1/openapi.json>the interface</a>.";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let data = std::env::temp_dir().join(format!("komadai-example-{}", std::process::id()));
    let config = Config::from(Settings {
        // Port 0: any free one.
        listen: Some(SocketAddr::from(([127, 0, 0, 1], 0))),
        data: Some(data.clone()),
        engine_threads: Some(1),
        ..Settings::default()
    })?;

    let listener = TcpListener::bind(config.listen).await?;
    println!(
        "listening on http://{}; Ctrl-C stops",
        listener.local_addr()?
    );
    let mut app = App::open(config).await?;
    app.page = page;
    let stop = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    app.serve(listener, stop).await;
    std::fs::remove_dir_all(data)?;
    Ok(())
}

fn page(path: &str) -> Option<PageFile> {
    (path == "index.html").then(|| PageFile {
        data: PAGE.as_bytes().into(),
        hash: Sha256::digest(PAGE).into(),
    })
}
