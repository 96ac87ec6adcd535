"""The container's two endpoints: `python -m staging.serve serve`.

The server answers from the first second, so that SageMaker sees it live while weights load; /ping is ready once an edit
has warmed it up. One worker draws, in the
order in which requests arrive; /ping is answered meanwhile.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import monotonic
from typing import Any

from staging.contract import MAX_BODY_BYTES, read_invocation
from staging.errors import InvocationError, StartError
from staging.health import Health, free_gpu_memory, is_gpu_failure, is_out_of_memory
from staging.log import log
from staging.memory import peak_memory
from staging.settings import Settings, read_settings
from staging.stager import Stager

# Libraries ask no hub and report to nobody: the container talks to the hosts of the request alone.
OFFLINE = {
    "ORT_DISABLE_TELEMETRY": "1",
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "1",
    "TOKENIZERS_PARALLELISM": "false",
}


class Service:
    """The model behind its endpoints. `load` is called on the worker, once."""

    def __init__(self, load: Callable[[], Stager]) -> None:
        self.health = Health()
        self._load = load
        self._stager: Stager | None = None
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="model")

    def start(self, on_failure: Callable[[BaseException], None]) -> None:
        """Begins to load; calls `on_failure` with the error if the model cannot load."""
        Thread(target=self._await_load, args=(on_failure,), daemon=True).start()

    def _await_load(self, on_failure: Callable[[BaseException], None]) -> None:
        try:
            self._worker.submit(self._begin).result()
        except BaseException as error:
            on_failure(error)

    def _begin(self) -> None:
        started = monotonic()
        stager = self._load()
        loaded = monotonic()
        stager.warm_up()
        self._stager = stager
        self.health.loaded()
        log(
            "INFO",
            "the model is ready",
            model_version=stager.model_version,
            seconds=round(monotonic() - started, 1),
            warm_up_seconds=round(monotonic() - loaded, 1),
            **peak_memory(),
        )

    def ping(self) -> tuple[int, dict[str, object]]:
        """200 with an empty object if the container can serve, otherwise 503 with the error."""
        complaint = self.health.complaint()
        return (200, {}) if complaint is None else (503, {"error": complaint})

    def invoke(self, body: bytes) -> tuple[int, dict[str, object]]:
        """Status and body for an invocation. Waits for those that came before."""
        arrived = monotonic()
        inference_id: str | None = None
        try:
            invocation = read_invocation(body)
            inference_id = invocation.inference_id
            if not self.health.is_loaded:
                raise InvocationError(503, "the model is loading")
            status, answer = 200, self._worker.submit(self._serve, invocation, arrived).result()
            self.health.served()
        except Exception as error:
            status, answer = self._failure(error)
        log(
            "INFO" if status == 200 else "ERROR",
            "invocation answered",
            inference_id=inference_id,
            status=status,
            seconds=round(monotonic() - arrived, 2),
            **peak_memory(),
            **({} if status == 200 else answer),
        )
        return status, answer

    def _serve(self, invocation: Any, arrived: float) -> dict[str, object]:
        if self._stager is None:
            raise InvocationError(503, "the model is loading")
        return self._stager.serve(invocation, arrived)

    def _failure(self, error: Exception) -> tuple[int, dict[str, object]]:
        if isinstance(error, InvocationError):
            return error.status, {"error": str(error)}
        if is_out_of_memory(error):
            self.health.ran_out_of_memory()
            error.__traceback__ = None  # its frames hold the tensors
            self._worker.submit(free_gpu_memory).result()
            return 503, {"error": "out of memory"}
        if is_gpu_failure(error):
            self.health.broke()
            return 503, {"error": "the GPU has failed"}
        # Its text may hold anything; its kind and place are enough to find it.
        return 500, {"error": f"unexpected {type(error).__name__} {_place_of(error)}".strip()}


def _place_of(error: Exception) -> str:
    trace = error.__traceback__
    place = ""
    while trace is not None:
        code = trace.tb_frame.f_code
        if f"{os.sep}staging{os.sep}" in code.co_filename:
            place = f"in {os.path.basename(code.co_filename)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def handler_of(service: Service) -> type[BaseHTTPRequestHandler]:
    """The HTTP side of a service."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 60

        def do_GET(self) -> None:
            if self.path != "/ping":
                return self._answer(404, {"error": "there are GET /ping and POST /invocations"})
            return self._answer(*service.ping())

        def do_POST(self) -> None:
            if self.path != "/invocations":
                self.close_connection = True
                return self._answer(404, {"error": "there are GET /ping and POST /invocations"})
            length = self.headers.get("Content-Length", "")
            if not length.isdecimal():
                self.close_connection = True
                return self._answer(411, {"error": "the request needs a Content-Length"})
            if int(length) > MAX_BODY_BYTES:
                # A caller that still sends does not read: the answer would be lost.
                self.rfile.read(min(int(length), 4 * MAX_BODY_BYTES))
                self.close_connection = True
                return self._answer(413, {"error": "the request is larger than 1 MiB"})
            return self._answer(*service.invoke(self.rfile.read(int(length))))

        def _answer(self, status: int, body: dict[str, object]) -> None:
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing: every invocation writes its own line."""

    return Handler


class Server(ThreadingHTTPServer):
    """One thread a connection; they only read and wait."""

    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """Logs nothing when a caller has gone."""


def serve(settings: Settings) -> int:
    """Runs until it is stopped. Gives the process's exit code."""
    failed: list[BaseException] = []

    def load() -> Stager:
        from staging.loading import load

        return load(settings)

    service = Service(load)
    server = Server((settings.host, settings.port), handler_of(service))

    def stop(*_: object) -> None:
        Thread(target=server.shutdown, daemon=True).start()

    def on_failure(error: BaseException) -> None:
        failed.append(error)
        known = isinstance(error, StartError)
        log(
            "ERROR",
            "the model cannot start",
            error=str(error) if known else f"{type(error).__name__}: {error}",
        )
        stop()

    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, stop)
    log("INFO", "listening", port=server.server_port, editor=settings.editor, device=settings.device)
    service.start(on_failure)
    server.serve_forever(poll_interval=0.2)
    server.server_close()
    return 1 if failed else 0


def main(arguments: list[str]) -> int:
    """`serve` is SageMaker's word for running the container."""
    if arguments != ["serve"]:
        sys.stderr.write("The container has one command: serve\n")
        return 2
    os.environ.update(OFFLINE)
    try:
        return serve(read_settings(os.environ))
    except StartError as error:
        log("ERROR", "the model cannot start", error=str(error))
        return 2


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(code)  # a picture that is being drawn is not waited for
