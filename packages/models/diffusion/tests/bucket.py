"""An object store on this machine, reached by signed URLs."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

SECRET = "X-Amz-Signature=5ec2e7"


@dataclass
class Bucket:
    """What lies in the store, and what was sent to it."""

    url: str = ""
    objects: dict[str, bytes] = field(default_factory=dict)
    puts: list[dict[str, str]] = field(default_factory=list)
    status: int = 200
    redirect: str | None = None

    def sign(self, name: str) -> str:
        """The URL of an object."""
        return f"{self.url}/{name}?{SECRET}"


@contextmanager
def bucket() -> Iterator[Bucket]:
    """A store that runs while it is used."""
    made = Bucket()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            data = made.objects.get(self.path.split("?")[0].lstrip("/"))
            self.answer(made.status if data is not None else 404, data or b"")

        def do_PUT(self) -> None:
            made.puts.append(dict(self.headers))
            data = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            if made.status == 200:
                made.objects[self.path.split("?")[0].lstrip("/")] = data
            self.answer(made.status, b"")

        def answer(self, status: int, data: bytes) -> None:
            self.send_response(status)
            if made.redirect:
                self.send_header("Location", made.redirect)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    made.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
