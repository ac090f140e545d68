//! The web page of the real binary. Debug builds read its files from `web/dist` at run time, other builds
//! embed them; without `web/dist` there is only a notice at `/`.

use crate::database::Database;
use crate::process::Process;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;

/// Sends a request target as it is, since HTTP libraries reject or normalize some; returns status and body.
fn get(address: SocketAddr, target: &str, encoding: &str) -> (u16, Vec<u8>) {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let head = format!(
        "GET {target} HTTP/1.1\r\nhost: {address}\r\naccept-encoding: {encoding}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let mut response = Vec::new();
    stream.read_to_end(&mut response).expect("a response");
    let blank = response.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = response.split_at(blank.expect("the end of the head") + 4);
    let status = std::str::from_utf8(head).expect("ASCII").split(' ').nth(1);
    let status = status.expect("a status").parse().expect("a number");
    (status, body.to_vec())
}

/// Ways to write a path: plain, and with its dots, slashes or both encoded once or twice.
fn spellings(path: &str) -> Vec<String> {
    let mut all = vec![path.to_owned()];
    for (dot, slash) in [
        (".", "%2f"),
        (".", "%5C"),
        (".", "\\"),
        (".", "//"),
        (".", "/./"),
        ("%2e", "/"),
        ("%2E", "%2F"),
        ("%252e", "%252f"),
        ("%c0%ae", "%c0%af"),
    ] {
        all.push(path.replace('.', dot).replace('/', slash));
    }
    all
}

#[test]
fn paths_cannot_escape_the_page() {
    let database = Database::sqlite();
    let server = Process::start(&database);
    let secret = "a secret outside of the page";
    let file = database.folder.join("secret.html");
    std::fs::write(&file, secret).expect("a file");
    let mut targets = vec![file, database.file()];
    #[cfg(unix)]
    {
        let link = database.folder.join("link.html");
        std::os::unix::fs::symlink("secret.html", &link).expect("a link");
        targets.push(link);
    }
    // Files beside the page and above it, all of which exist.
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let mut paths = Vec::new();
    for file in ["../package.json", "../index.html", "../../Cargo.toml"] {
        assert!(web.join("src").join(file).is_file(), "{file}");
        paths.extend([file.to_owned(), format!("assets/../{file}")]);
    }
    for target in &targets {
        let absolute = target.display().to_string();
        assert!(target.is_file(), "{absolute}");
        paths.push(format!("{}{absolute}", "../".repeat(16)));
        paths.push(format!("assets/{}{absolute}", "../".repeat(16)));
        paths.push(absolute);
    }
    let index = ["identity", "br, gzip"].map(|encoding| get(server.address, "/", encoding));
    assert!(index.iter().all(|(status, _)| *status == 200));
    for path in paths {
        for spelled in spellings(&path) {
            for end in ["", "%00", "%00.html", "/", "/.", "?", "?x=/../.."] {
                for (encoding, index) in ["identity", "br, gzip"].iter().zip(&index) {
                    let target = format!("/{spelled}{end}");
                    let (status, body) = get(server.address, &target, encoding);
                    assert!(
                        status == 404 || (status, &body) == (200, &index.1),
                        "{target}: {status}"
                    );
                    let text = String::from_utf8_lossy(&body);
                    assert!(!text.contains(secret), "{target}: {text}");
                }
            }
        }
    }
    // Targets that are no paths, and bytes that no path may have.
    for target in [
        "file:///etc/passwd",
        "http://localhost/../../Cargo.toml",
        "../../Cargo.toml",
        "*",
        "/index.html\0",
        "/\x7f",
        "/../../Cargo.toml\0.html",
    ] {
        let (status, body) = get(server.address, target, "identity");
        let is_index = (status, &body) == (200, &index[0].1);
        assert!(
            is_index || matches!(status, 400 | 404),
            "{target:?}: {status}"
        );
    }
    assert_eq!(get(server.address, "/healthz", "identity").0, 200);
    // A panic in a handler would have closed its connection without a response.
    assert_eq!(server.stop("-TERM"), 0);
}
