"""A store on this machine: its objects have secret URLs, as S3's have signed ones."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_hex
from threading import Thread


class Store:
    """Serves one object for reading and takes others, each under a different URL."""

    def __init__(self, host: str, port: int, advertise: str | None) -> None:
        self._readable: dict[str, tuple[bytes, str]] = {}
        self._writable: dict[str, str] = {}
        self.stored: dict[str, bytes] = {}
        store = self

        class Handler(BaseHTTPRequestHandler):
            """Answers as S3 does to signed URLs."""

            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                """Gives an object."""
                data, kind = store._readable.get(self.path, (b"", ""))
                self._answer(200 if kind else 403, data, kind or "text/plain")

            def do_PUT(self) -> None:
                """Takes an object of known length and the announced type."""
                length = self.headers.get("Content-Length")
                if length is None:
                    self.close_connection = True
                    return self._answer(411, b"", "text/plain")
                data = self.rfile.read(int(length))
                if store._writable.get(self.path) != self.headers.get("Content-Type"):
                    return self._answer(403, b"", "text/plain")
                store.stored[self.path] = data
                return self._answer(200, b"", "text/plain")

            def _answer(self, status: int, data: bytes, kind: str) -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                """Keeps the URLs out of the terminal."""

        self._server = ThreadingHTTPServer((host, port), Handler)
        self._base = (advertise or f"http://{host}:{self._server.server_port}").rstrip("/")
        Thread(target=self._server.serve_forever, daemon=True).start()

    def sign_get(self, data: bytes, content_type: str) -> str:
        """A URL under which an object can be read."""
        path = f"/{token_hex(8)}/source?X-Amz-Signature={token_hex(16)}"
        self._readable[path] = (data, content_type)
        return self._base + path

    def sign_put(self, name: str, content_type: str) -> str:
        """A URL under which an object can be stored."""
        path = f"/{token_hex(8)}/{name}?X-Amz-Signature={token_hex(16)}"
        self._writable[path] = content_type
        return self._base + path

    def taken(self, url: str) -> bytes | None:
        """What was stored under a URL."""
        return self.stored.pop(url.removeprefix(self._base), None)

    def forget(self) -> None:
        """Ends all URLs."""
        self._readable.clear()
        self._writable.clear()
        self.stored.clear()

    def close(self) -> None:
        """Stops serving."""
        self._server.shutdown()
        self._server.server_close()
