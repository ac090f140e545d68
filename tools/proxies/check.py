"""Check a Komadai server through a reverse proxy with TLS.

usage: check.py NAME HTTPS_PORT HTTP_PORT CERTIFICATE

The proxy must be set up for https://shogi.example.org, and the server must allow five log-ins a minute.
"""

import base64
import http.client
import itertools
import json
import os
import socket
import ssl
import struct
import sys
import threading
import time
import warnings

HOST = "shogi.example.org"
ORIGIN = f"https://{HOST}"
# Whatever a slow client does, it is dropped after this many seconds. The timeouts in the files are 10 s.
DROPPED_AFTER = 25
# Longer than every timeout for requests in the files.
IDLE = 32


class Proxy:
    """Where the proxy listens, and how to trust it."""

    def __init__(self, https_port, http_port, certificate):
        self.https_port, self.http_port = https_port, http_port
        self.context = ssl.create_default_context(cafile=certificate)

    def plain(self, port, source):
        return socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(source, 0))

    def connect(self, source="127.0.0.1"):
        return self.context.wrap_socket(self.plain(self.https_port, source), server_hostname=HOST)

    def request(self, method, path, body=None, headers=(), source="127.0.0.1"):
        """One request on a connection of its own: status, headers, body."""
        with self.connect(source) as connection:
            return exchange(connection, method, path, body, headers)


def head(method, path, headers):
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", *(f"{name}: {value}" for name, value in headers)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def exchange(connection, method, path, body=None, headers=()):
    data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = [("Connection", "close"), *headers]
    if body is not None:
        headers += [("Content-Type", "application/json"), ("Content-Length", len(data))]
    connection.sendall(head(method, path, headers))
    try:
        connection.sendall(data)
    except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
        pass  # Refused before all was sent; the answer tells why.
    return answer(connection, method)


def answer(connection, method):
    response = http.client.HTTPResponse(connection, method=method)
    response.begin()
    return response.status, response.headers, response.read()


class Guest:
    """A guest with a cookie and a WebSocket."""

    def __init__(self, proxy):
        self.proxy = proxy
        status, headers, _ = proxy.request("GET", "/api/v1/me")
        assert status == 200, status
        self.set_cookie = headers["Set-Cookie"]
        self.cookie = ("Cookie", self.set_cookie.split(";")[0])
        self.buffer = b""

    def post(self, path, body):
        headers = [self.cookie, ("Origin", ORIGIN)]
        status, _, data = self.proxy.request("POST", path, body, headers)
        assert status in (200, 201), (path, status, data)
        return json.loads(data)

    def upgrade(self, origin):
        key = base64.b64encode(os.urandom(16)).decode()
        headers = [self.cookie, ("Origin", origin), ("Connection", "Upgrade"), ("Upgrade", "websocket")]
        headers += [("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", key)]
        self.socket = self.proxy.connect()
        self.socket.sendall(head("GET", "/api/v1/socket", headers))
        data = b""
        while b"\r\n\r\n" not in data:
            more = self.socket.recv(4096)
            assert more, data
            data += more
        start, self.buffer = data.split(b"\r\n\r\n", 1)
        return int(start.split()[1])

    def frame(self, opcode, payload):
        mask = os.urandom(4)
        masked = bytes(byte ^ key for byte, key in zip(payload, itertools.cycle(mask)))
        length = struct.pack("!B", 128 | len(payload)) if len(payload) < 126 else struct.pack("!BH", 254, len(payload))
        self.socket.sendall(bytes([128 | opcode]) + length + mask + masked)

    def send(self, message):
        self.frame(1, json.dumps(message).encode())

    def take(self, count):
        while len(self.buffer) < count:
            more = self.socket.recv(65536)
            assert more, "the connection was closed"
            self.buffer += more
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def next_frame(self):
        """One frame, answered if it is a ping: whether it is the last of a message, its opcode and its payload."""
        first, length = self.take(2)
        if length == 126:
            (length,) = struct.unpack("!H", self.take(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self.take(8))
        payload = self.take(length)
        opcode = first & 15
        assert opcode != 8, f"the server closed the connection: {payload}"
        if opcode == 9:
            self.frame(10, payload)
        return bool(first & 128), opcode, payload

    def receive(self):
        """The next message."""
        text = b""
        while True:
            is_last, opcode, payload = self.next_frame()
            if opcode in (0, 1):
                text += payload
                if is_last:
                    return json.loads(text)

    def receive_until(self, kind):
        """Receives until an event of a kind has arrived."""
        until = time.monotonic() + 60
        while True:
            message = self.receive()
            assert time.monotonic() < until, f"no event «{kind}»"
            assert message["type"] not in ("refused", "error"), message
            if any(event["fact"]["kind"] == kind for event in message.get("events", ())):
                return

    def stay(self, seconds):
        """Answers the server's pings and does nothing else."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.next_frame()


def page_and_cookie(proxy):
    status, headers, body = proxy.request("GET", "/")
    assert status == 200 and b"<html" in body.lower(), (status, body[:200])
    assert "max-age" in headers["Strict-Transport-Security"], headers
    with proxy.plain(proxy.http_port, "127.0.0.1") as connection:
        status, headers, _ = exchange(connection, "GET", "/")
    assert status in (301, 308) and headers["Location"].startswith(ORIGIN), (status, headers)
    cookie = Guest(proxy).set_cookie
    assert "Secure" in cookie and "HttpOnly" in cookie, cookie
    status, _, _ = proxy.request("GET", "/metrics")
    assert status == 404, status


def old_tls_is_refused(proxy):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_ciphers("DEFAULT@SECLEVEL=0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_1
    connection = proxy.plain(proxy.https_port, "127.0.0.1")
    try:
        context.wrap_socket(connection, server_hostname=HOST)
    except (ssl.SSLError, ConnectionError):
        return
    raise AssertionError("TLS 1.1 was accepted")


def game(proxy):
    """A game over two WebSockets, with a pause in which nobody moves."""
    black, white = Guest(proxy), Guest(proxy)
    assert black.upgrade("https://elsewhere.example") == 403, "another site opened a WebSocket"
    terms = {"rules": {"preset": "casual"}, "clock": "60m", "color": "black"}
    challenge = black.post("/api/v1/challenges", {"terms": terms})
    begun = white.post(f"/api/v1/challenges/{challenge['id']}/accept", {})["game"]
    for guest in (black, white):
        assert guest.upgrade(ORIGIN) == 101
        guest.send({"type": "join", "game": begun})
    for guest in (black, white):
        guest.receive_until("started")

    def act(re, guest, act, event, **more):
        guest.send({"type": "act", "re": re, "game": begun, "act": act, **more})
        for seen in (black, white):
            seen.receive_until(event)

    act(1, black, {"kind": "play", "deed": "7g7f"}, "moved", ply=0)
    act(2, white, {"kind": "play", "deed": "3c3d"}, "moved", ply=1)
    idle = [threading.Thread(target=guest.stay, args=(IDLE,)) for guest in (black, white)]
    for thread in idle:
        thread.start()
    for thread in idle:
        thread.join()
    act(3, black, {"kind": "play", "deed": "2g2f"}, "moved", ply=2)
    act(4, white, {"kind": "resign"}, "ended")


def forged_addresses(proxy):
    """A client is counted under its own address, whatever it claims."""
    number = itertools.count(1)

    def log_in(source, *forwarded):
        body = {"name": f"nobody{next(number)}", "password": "this is not the password"}
        headers = [("X-Forwarded-For", value) for value in forwarded]
        return proxy.request("POST", "/api/v1/session", body, headers, source)[0]

    forged = []
    for i in range(5):
        address = f"192.0.2.{i + 1}"
        forged += [(address,), (address, f"198.51.100.{i + 1}"), (f"{address}, 203.0.113.{i + 1}",)]
    statuses = [log_in("127.0.0.9", *values) for values in forged]
    assert statuses[0] == 401, statuses
    assert statuses.count(429) >= 8, f"forged addresses evade the limit: {statuses}"
    status = log_in("127.0.0.10")
    assert status == 401, f"another client is limited too: {status}"
    status = log_in("127.0.0.10", "127.0.0.9")
    assert status == 401, f"a client was counted under the address of another: {status}"


def large_bodies(proxy):
    status, _, _ = proxy.request("POST", "/api/v1/session", b"x" * (1 << 20))
    assert status == 413, status
    with proxy.connect() as connection:
        headers = [("Connection", "close"), ("Content-Type", "application/json"), ("Transfer-Encoding", "chunked")]
        connection.sendall(head("POST", "/api/v1/session", headers))
        chunk = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
        try:
            for _ in range(64):
                connection.sendall(chunk)
            connection.sendall(b"0\r\n\r\n")
        except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
            pass
        try:
            status = answer(connection, "POST")[0]
        except (ConnectionError, http.client.HTTPException, ssl.SSLError):
            status = None  # Closed without an answer is refused as well.
    assert status in (413, 400, 502, None), status


def slow_header(proxy):
    connection = proxy.connect()
    connection.sendall(f"GET / HTTP/1.1\r\nHost: {HOST}\r\n".encode())
    assert_dropped(connection, b"X-Slow: 1\r\n")


def slow_body(proxy):
    connection = proxy.connect()
    headers = [("Content-Type", "application/json"), ("Content-Length", 100)]
    connection.sendall(head("POST", "/api/v1/session", headers) + b"{")
    assert_dropped(connection, b"")


def assert_dropped(connection, trickle):
    """The connection is closed although the client goes on sending."""
    began = time.monotonic()
    connection.settimeout(1)
    while time.monotonic() < began + DROPPED_AFTER:
        try:
            if trickle:
                connection.sendall(trickle)
            if not connection.recv(4096):
                return
        except TimeoutError:
            continue
        except (ConnectionError, ssl.SSLError):
            return
    raise AssertionError(f"still connected after {DROPPED_AFTER} s")


CHECKS = [page_and_cookie, old_tls_is_refused, game, forged_addresses, large_bodies, slow_header, slow_body]


def main():
    name, https_port, http_port, certificate = sys.argv[1:]
    proxy = Proxy(int(https_port), int(http_port), certificate)
    failures = []

    def run(check):
        began = time.monotonic()
        try:
            check(proxy)
            print(f"{name}: {check.__name__}: passed in {time.monotonic() - began:.1f} s", flush=True)
        except Exception as error:  # pylint: disable=broad-except
            failures.append(check.__name__)
            print(f"{name}: {check.__name__}: FAILED: {type(error).__name__}: {error}", flush=True)

    threads = [threading.Thread(target=run, args=(check,)) for check in CHECKS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
