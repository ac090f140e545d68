//! A small client of the protocol.

use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper::header::{self, HeaderMap, HeaderValue};
pub use hyper::{Method, StatusCode};
use hyper_util::client::legacy::Client as HttpClient;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use komadai_wire::challenge::PersonDto;
use komadai_wire::message::{ClientMessage, ServerMessage};
use komadai_wire::problem::Problem;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};

/// Error of a client.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server is unreachable or closed the connection.
    #[error("connection: {0}")]
    Connection(String),
    /// The server returned an error.
    #[error("{}: {} ({})", .0.status, .0.title, .0.code)]
    Problem(Problem),
    /// The answer is not what was expected.
    #[error("unexpected answer: {0}")]
    Answer(String),
}

fn connection(error: impl ToString) -> ClientError {
    ClientError::Connection(error.to_string())
}

/// A client with its own cookies.
#[derive(Clone, Debug)]
pub struct Client {
    address: SocketAddr,
    http: HttpClient<HttpConnector, Full<Bytes>>,
    cookies: BTreeMap<String, String>,
}

impl Client {
    /// A client without cookies.
    pub fn new(address: SocketAddr) -> Client {
        Client {
            address,
            http: HttpClient::builder(TokioExecutor::new()).build_http(),
            cookies: BTreeMap::new(),
        }
    }

    /// Another client of the same server without cookies, sharing the connection pool.
    #[must_use]
    pub fn new_client(&self) -> Client {
        Client {
            cookies: BTreeMap::new(),
            ..self.clone()
        }
    }

    /// Changes the server's address, for example after a restart.
    pub fn set_address(&mut self, address: SocketAddr) {
        self.address = address;
    }

    /// Fetches the current user; creates a guest if there is none.
    ///
    /// # Errors
    /// Returns an error if the request fails.
    pub async fn me(&mut self) -> Result<PersonDto, ClientError> {
        self.get("/api/v1/me").await
    }

    /// Sends a GET request.
    ///
    /// # Errors
    /// Returns an error if the request fails.
    pub async fn get<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, ClientError> {
        read(&self.request(Method::GET, path, None, &[]).await?)
    }

    /// Sends a POST request.
    ///
    /// # Errors
    /// Returns an error if the request fails.
    pub async fn post<T: DeserializeOwned>(
        &mut self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ClientError> {
        let body = serde_json::to_vec(body).map_err(|e| ClientError::Answer(e.to_string()))?;
        read(&self.request(Method::POST, path, Some(body), &[]).await?)
    }

    /// Sends any request; returns the body if the status is a success.
    ///
    /// # Errors
    /// Returns an error if the request fails.
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

    /// Sends any request; returns the whole response.
    ///
    /// # Errors
    /// Returns an error if the server is unreachable.
    pub async fn raw(
        &mut self,
        method: Method,
        path: &str,
        body: Option<Vec<u8>>,
        headers: &[(&str, &str)],
    ) -> Result<(StatusCode, HeaderMap, Bytes), ClientError> {
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
            self.store_cookie(cookie);
        }
        let (parts, body) = answer.into_parts();
        let body = body.collect().await.map_err(connection)?.to_bytes();
        Ok((parts.status, parts.headers, body))
    }

    fn store_cookie(&mut self, cookie: &HeaderValue) {
        let pair = cookie.to_str().ok().and_then(|text| text.split(';').next());
        if let Some((name, value)) = pair.and_then(|pair| pair.split_once('=')) {
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
    }

    /// The value of the `Cookie` header.
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
    /// Returns an error if the request fails.
    pub async fn connect(&self) -> Result<Socket, ClientError> {
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
        let (stream, _) = opened.await.map_err(connection)?;
        Ok(Socket { stream })
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
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Sends a message.
    ///
    /// # Errors
    /// Returns an error if the connection is lost.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        let text =
            serde_json::to_string(message).map_err(|e| ClientError::Answer(e.to_string()))?;
        self.send_text(&text).await
    }

    /// Sends any text, valid or not.
    ///
    /// # Errors
    /// Returns an error if the connection is lost.
    pub async fn send_text(&mut self, text: &str) -> Result<(), ClientError> {
        let message = Message::Text(text.to_owned().into());
        self.stream.send(message).await.map_err(connection)
    }

    /// Receives the next message. Pings are answered.
    ///
    /// # Errors
    /// Returns an error if the connection is lost or the message is unknown.
    pub async fn receive(&mut self) -> Result<ServerMessage, ClientError> {
        read(self.receive_text().await?.as_bytes())
    }

    /// Receives the next message as text.
    ///
    /// # Errors
    /// Returns an error if the connection is lost.
    pub async fn receive_text(&mut self) -> Result<tungstenite::Utf8Bytes, ClientError> {
        loop {
            match self.stream.next().await {
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

    /// Receives messages until one is wanted; others are skipped.
    ///
    /// # Errors
    /// Returns an error if the connection is lost.
    pub async fn receive_until<T>(
        &mut self,
        mut wanted: impl FnMut(ServerMessage) -> Option<T>,
    ) -> Result<T, ClientError> {
        loop {
            if let Some(found) = wanted(self.receive().await?) {
                return Ok(found);
            }
        }
    }

    /// The underlying stream, for tests of malformed frames.
    pub fn stream(&mut self) -> &mut WebSocketStream<TcpStream> {
        &mut self.stream
    }

    /// Closes the connection.
    pub async fn close(mut self) {
        let _ = self.stream.close(None).await;
    }
}

impl From<tungstenite::Error> for ClientError {
    fn from(error: tungstenite::Error) -> ClientError {
        connection(error)
    }
}
