"""Answers by a script of packages/clients/conformance, and keeps what did not fit it."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Table = dict[str, Any]


def contains(actual: object, expected: object) -> bool:
    """Whether a value is as expected: of an object, the expected fields; of a list, every item."""
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(
            name in actual and contains(actual[name], value) for name, value in expected.items()
        )
    if isinstance(expected, list):
        return isinstance(actual, list) and len(actual) == len(expected) and all(map(contains, actual, expected))
    return actual == expected


class ScriptedServer:
    def __init__(self, script: list[Table], bodies: Table, api_key: str) -> None:
        self.left = list(script)
        self.keys: list[str] = []
        self.flaws: list[str] = []
        self._bodies, self._api_key = bodies, api_key
        self._closing = threading.Event()
        scripted = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                scripted._take(self)

            do_POST = do_PUT = do_DELETE = do_GET

            def log_message(self, *_: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()

    def _take(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers.get("content-length", 0)))
        arrived = f"{request.command} {request.path}"
        if not self.left:
            self.flaws.append(f"unexpected: {arrived}")
            return self._answer(request, {"status": 404, "text": ""})
        exchange = self.left.pop(0)
        self._compare(request, arrived, body, exchange)
        self._answer(request, exchange["answer"])

    def _compare(self, request: BaseHTTPRequestHandler, arrived: str, body: bytes, exchange: Table) -> None:
        key = request.headers.get("idempotency-key", "").encode("latin-1").decode()
        is_write = request.command == "POST"
        if is_write:
            self.keys.append(key)
        authorization = f"Bearer {self._api_key}" if request.path.startswith("/api/") else None
        found = [
            ("request", arrived, exchange["request"]),
            ("has a key", 1 <= len(key) <= 200, is_write),
            ("key", key, exchange.get("key", key)),
            ("authorization", request.headers.get("authorization"), authorization),
            ("bytes", len(body), exchange.get("bytes", len(body))),
        ]
        if "body" in exchange:
            found.append(("body", json.loads(body), exchange["body"]))
        if "form" in exchange:
            found.append(("form", fields_of(request.headers["content-type"], body), exchange["form"]))
        self.flaws += [f"{what}: {got!r}, not {wanted!r}" for what, got, wanted in found if not contains(got, wanted)]

    def _answer(self, request: BaseHTTPRequestHandler, answer: Table) -> None:
        if "stall" in answer:
            self._closing.wait(10)
            request.close_connection = True
            return
        if "cut" in answer:
            if answer["cut"] == "within":
                request.wfile.write(b'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"job_id": ')
            request.close_connection = True
            request.connection.shutdown(socket.SHUT_RDWR)
            return
        text = answer.get("text")
        if text is None:
            text = json.dumps(self._bodies[answer["body"]]).replace("{server}", self.url)
        request.send_response_only(answer["status"])
        for name, value in ({"content-type": "application/json"} | answer.get("headers", {})).items():
            other_host = self.url.replace("127.0.0.1", "localhost")
            request.send_header(name, value.replace("{other_host}", other_host))
        request.send_header("content-length", str(len(text.encode())))
        request.end_headers()
        request.wfile.write(text.encode())


def fields_of(content_type: str, body: bytes) -> Table:
    """The fields of a form; a file by its length."""
    boundary = content_type.split("boundary=")[1].encode()
    fields: Table = {}
    for part in body.split(b"--" + boundary)[1:-1]:
        head, _, content = part[2:-2].partition(b"\r\n\r\n")
        disposition = head.split(b"\r\n")[0].decode()
        name = disposition.split('name="')[1].split('"')[0]
        fields[name] = len(content) if "filename=" in disposition else content.decode()
    return fields


@contextmanager
def scripted(script: list[Table], bodies: Table, api_key: str) -> Iterator[ScriptedServer]:
    server = ScriptedServer(script, bodies, api_key)
    try:
        yield server
    finally:
        server.close()
