//! A small client of the protocol: for tests, for `komadai load`, and as an example.

use crate::error::Problem;
use crate::person::PersonDto;
use crate::protocol::{ClientMessage, ServerMessage};
use axum::body::Bytes;
use axum::http::{HeaderValue, Request, header};
pub use axum::http::{Method, StatusCode};
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::Client as HttpClient;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};

/// What can go wrong between client and server.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server cannot be reached, or hung up.
    #[error("connection: {0}")]
    Connection(String),
    /// The server said no.
    #[error("{}: {} ({})", .0.status, .0.title, .0.code)]
    Problem(Problem),
    /// The answer is not what was expected.
    #[error("unexpected answer: {0}")]
    Answer(String),
}

fn connection(error: impl ToString) -> ClientError {
    ClientError::Connection(error.to_string())
}

/// One person's dealings with a server. Cookies are kept.
#[derive(Clone, Debug)]
pub struct Client {
    address: SocketAddr,
    http: HttpClient<HttpConnector, Full<Bytes>>,
    cookies: BTreeMap<String, String>,
}

impl Client {
    /// A client without any cookie.
    pub fn new(address: SocketAddr) -> Client {
        Client {
            address,
            http: HttpClient::builder(TokioExecutor::new()).build_http(),
            cookies: BTreeMap::new(),
        }
    }

    /// Another person at the same server, without any cookie. Both use the same connections.
    #[must_use]
    pub fn another(&self) -> Client {
        Client {
            cookies: BTreeMap::new(),
            ..self.clone()
        }
    }

    /// The server's address may change, when it is started again elsewhere.
    pub fn set_address(&mut self, address: SocketAddr) {
        self.address = address;
    }

    /// Becomes a guest, if it is nobody yet.
    ///
    /// # Errors
    /// What goes wrong.
    pub async fn me(&mut self) -> Result<PersonDto, ClientError> {
        self.get("/api/v1/me").await
    }

    /// Fetches something.
    ///
    /// # Errors
    /// What goes wrong.
    pub async fn get<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, ClientError> {
        read(&self.request(Method::GET, path, None, &[]).await?)
    }

    /// Sends something.
    ///
    /// # Errors
    /// What goes wrong.
    pub async fn post<T: DeserializeOwned>(
        &mut self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ClientError> {
        let body = serde_json::to_vec(body).map_err(|e| ClientError::Answer(e.to_string()))?;
        read(&self.request(Method::POST, path, Some(body), &[]).await?)
    }

    /// Any request; the answer's body, if the status says that all is well.
    ///
    /// # Errors
    /// What goes wrong.
    pub async fn request(
        &mut self,
        method: Method,
        path: &str,
        body: Option<Vec<u8>>,
        headers: &[(&str, &str)],
    ) -> Result<Bytes, ClientError> {
        let (status, _, body) = self.raw(method, path, body, headers).await?;
        if status.is_success() {
            return Ok(body);
        }
        match serde_json::from_slice(&body) {
            Ok(problem) => Err(ClientError::Problem(problem)),
            Err(_) => Err(ClientError::Answer(format!("status {status}"))),
        }
    }

    /// Any request, and the whole answer.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub async fn raw(
        &mut self,
        method: Method,
        path: &str,
        body: Option<Vec<u8>>,
        headers: &[(&str, &str)],
    ) -> Result<(StatusCode, axum::http::HeaderMap, Bytes), ClientError> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.address))
            .header(header::COOKIE, self.cookie_header());
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = Full::new(Bytes::from(body.unwrap_or_default()));
        let request = request.body(body).map_err(connection)?;
        let answer = self.http.request(request).await.map_err(connection)?;
        for cookie in answer.headers().get_all(header::SET_COOKIE) {
            self.keep(cookie);
        }
        let (parts, body) = answer.into_parts();
        let body = body.collect().await.map_err(connection)?.to_bytes();
        Ok((parts.status, parts.headers, body))
    }

    fn keep(&mut self, cookie: &HeaderValue) {
        let pair = cookie.to_str().ok().and_then(|text| text.split(';').next());
        if let Some((name, value)) = pair.and_then(|pair| pair.split_once('=')) {
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
    }

    /// The cookies as they are sent.
    pub fn cookie_header(&self) -> String {
        let pairs = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        pairs.collect::<Vec<String>>().join("; ")
    }

    /// Opens a WebSocket.
    ///
    /// # Errors
    /// What goes wrong.
    pub async fn connect(&self) -> Result<Line, ClientError> {
        let url = format!("ws://{}/api/v1/socket", self.address);
        let mut request = url.into_client_request().map_err(connection)?;
        let cookies = HeaderValue::from_str(&self.cookie_header()).map_err(connection)?;
        request.headers_mut().insert(header::COOKIE, cookies);
        let stream = TcpStream::connect(self.address).await.map_err(connection)?;
        stream.set_nodelay(true).map_err(connection)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(2_048)
            .write_buffer_size(0);
        let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
        let (socket, _) = opened.await.map_err(connection)?;
        Ok(Line { socket })
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, ClientError> {
    serde_json::from_slice(body).map_err(|error| {
        let text = String::from_utf8_lossy(body);
        ClientError::Answer(format!("{error}: {text}"))
    })
}

/// An open WebSocket.
#[derive(Debug)]
pub struct Line {
    socket: WebSocketStream<TcpStream>,
}

impl Line {
    /// Says something.
    ///
    /// # Errors
    /// The line is broken.
    pub async fn say(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        let text =
            serde_json::to_string(message).map_err(|e| ClientError::Answer(e.to_string()))?;
        self.say_text(&text).await
    }

    /// Says something that need not be a message at all.
    ///
    /// # Errors
    /// The line is broken.
    pub async fn say_text(&mut self, text: &str) -> Result<(), ClientError> {
        let message = Message::Text(text.to_owned().into());
        self.socket.send(message).await.map_err(connection)
    }

    /// The next message. Pings are answered on the way.
    ///
    /// # Errors
    /// The line is broken, or the server says something unknown.
    pub async fn hear(&mut self) -> Result<ServerMessage, ClientError> {
        read(self.hear_text().await?.as_bytes())
    }

    /// The next message as it came.
    ///
    /// # Errors
    /// The line is broken.
    pub async fn hear_text(&mut self) -> Result<tungstenite::Utf8Bytes, ClientError> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(frame))) => {
                    let why =
                        frame.map_or_else(String::new, |f| format!("{}: {}", f.code, f.reason));
                    return Err(ClientError::Connection(format!("closed {why}")));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(connection(error)),
                None => return Err(ClientError::Connection("closed".to_owned())),
            }
        }
    }

    /// The next message that is wanted; others are passed over.
    ///
    /// # Errors
    /// The line is broken.
    pub async fn hear_until<T>(
        &mut self,
        mut wanted: impl FnMut(ServerMessage) -> Option<T>,
    ) -> Result<T, ClientError> {
        loop {
            if let Some(found) = wanted(self.hear().await?) {
                return Ok(found);
            }
        }
    }

    /// The socket itself, for those who want to misbehave.
    pub fn socket(&mut self) -> &mut WebSocketStream<TcpStream> {
        &mut self.socket
    }

    /// Hangs up.
    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}

impl From<tungstenite::Error> for ClientError {
    fn from(error: tungstenite::Error) -> ClientError {
        connection(error)
    }
}
