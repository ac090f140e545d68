//! The web page. The program provides its files ([`Page`]); without them `/` returns a notice.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;

use crate::app::App;
use crate::error::ApiError;
use crate::secret::to_hex;

/// Returns a file of the page by its path below the root. Compressed versions end in `.br` and `.gz`.
pub type Page = fn(&str) -> Option<PageFile>;

/// One file of the page.
#[derive(Clone, Debug)]
pub struct PageFile {
    /// Its content.
    pub data: Cow<'static, [u8]>,
    /// SHA-256 of the content.
    pub hash: [u8; 32],
}

const INDEX: &str = "index.html";
/// Where the page is drawn.
const APP: &str = "id=\"app\"";
/// The same, where the server does not know the path.
const UNKNOWN_PATH: &str = "id=\"app\" data-unknown-path";

/// Serves a file of the page. Other paths get the page itself with the status 404, so that it can lead on; those of
/// the API and of assets get a problem.
pub(crate) async fn page(State(app): State<App>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::not_found("not found").into_response();
    }
    let path = match request.uri().path().trim_start_matches('/') {
        "" => INDEX,
        path => path,
    };
    let chosen = is_plain(path).then(|| choose(app.page, path, request.headers()));
    match chosen.flatten() {
        Some(chosen) => chosen.into_response(path, request.headers()),
        None if path == INDEX => no_page(),
        None => not_found(app.page, path),
    }
}

fn not_found(page: Page, path: &str) -> Response {
    let is_for_people = is_plain(path) && !path.starts_with("api/") && !path.starts_with("assets/");
    let index = is_for_people.then(|| page(INDEX)).flatten();
    let text = index.and_then(|file| String::from_utf8(file.data.into_owned()).ok());
    let Some(text) = text else {
        return ApiError::not_found("not found").into_response();
    };
    // Its references are relative to the root, and the policy allows no `<base>`.
    let text = text.replace("\"./", "\"/").replace(APP, UNKNOWN_PATH);
    let headers = [
        (header::CONTENT_TYPE, kind(INDEX)),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (StatusCode::NOT_FOUND, headers, text).into_response()
}

/// Returns whether a path stays below the root on every system. Debug builds read the page from disk, where
/// the embedding library takes backslashes for slashes and follows links out of the folder.
fn is_plain(path: &str) -> bool {
    let is_name = |name: &str| !matches!(name, "" | "." | "..");
    path.split('/').all(is_name) && !path.contains(['\\', '\0'])
}

fn no_page() -> Response {
    let text = "This server was built without its web page. The API is described at /api/v1/openapi.json.\n";
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    (StatusCode::OK, kind, text).into_response()
}

/// A file and its content encoding.
struct Chosen {
    file: PageFile,
    encoding: Option<&'static str>,
}

/// The smallest encoding of a file that the client accepts.
fn choose(page: Page, path: &str, headers: &HeaderMap) -> Option<Chosen> {
    let accepted = headers.get(header::ACCEPT_ENCODING);
    let accepted = accepted.and_then(|text| text.to_str().ok()).unwrap_or("");
    let accepts = |name: &str| {
        let mut offers = accepted
            .split(',')
            .map(|offer| offer.split(';').next().unwrap_or(""));
        offers.any(|offer| offer.trim() == name)
    };
    for (encoding, ending) in [("br", "br"), ("gzip", "gz")] {
        if accepts(encoding)
            && let Some(file) = page(&format!("{path}.{ending}"))
        {
            return Some(Chosen {
                file,
                encoding: Some(encoding),
            });
        }
    }
    let file = page(path)?;
    Some(Chosen {
        file,
        encoding: None,
    })
}

impl Chosen {
    fn into_response(self, path: &str, headers: &HeaderMap) -> Response {
        let tag = format!("\"{}\"", to_hex(&self.file.hash[..12]));
        let known = headers.get(header::IF_NONE_MATCH);
        let is_known = known.is_some_and(|known| known.as_bytes() == tag.as_bytes());
        let mut response = match is_known {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => Response::new(Body::from(self.file.data)),
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(path)));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(header::ETAG, tag);
        }
        if let Some(encoding) = self.encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        // Asset names contain a hash of their content.
        let keep = match path.starts_with("assets/") {
            true => "public, max-age=31536000, immutable",
            false => "no-cache",
        };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
        response
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        Some("png") => "image/png",
        Some("wav") => "audio/wav",
        Some("ogg") => "audio/ogg",
        Some("mp3") => "audio/mpeg",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(path: &str) -> Option<PageFile> {
        let text = r#"<script src="./assets/a.js"></script><div id="app"></div>"#;
        (path == INDEX).then_some(PageFile {
            data: Cow::Borrowed(text.as_bytes()),
            hash: [0; 32],
        })
    }

    async fn answer(page: Page, path: &str) -> (StatusCode, String, String) {
        let response = not_found(page, path);
        let kind = response.headers()[header::CONTENT_TYPE].to_str();
        let (status, kind) = (response.status(), kind.expect("a type").to_owned());
        let body = axum::body::to_bytes(response.into_body(), 10_000).await;
        let body = String::from_utf8(body.expect("a body").to_vec());
        (status, kind, body.expect("a text"))
    }

    #[tokio::test]
    async fn unknown_path_gets_the_page() {
        for path in ["lobby", "a/b/c", "game/x.html"] {
            let (status, kind, body) = answer(small, path).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
            assert!(kind.starts_with("text/html"), "{path}: {kind}");
            let expected =
                r#"<script src="/assets/a.js"></script><div id="app" data-unknown-path></div>"#;
            assert_eq!(body, expected, "{path}");
        }
    }

    #[tokio::test]
    async fn unknown_path_of_the_api_gets_a_problem() {
        for path in ["api/v1/nothing", "assets/gone.js", "a/../b", ""] {
            let (status, kind, _) = answer(small, path).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
            assert_eq!(kind, "application/problem+json", "{path}");
        }
        let (_, kind, _) = answer(|_| None, "lobby").await;
        assert_eq!(kind, "application/problem+json", "a server without a page");
    }
}
