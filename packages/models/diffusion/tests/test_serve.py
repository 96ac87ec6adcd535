import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError

import pytest

from staging import store
from staging.contract import Invocation
from staging.errors import InvocationError, StartError
from staging.serve import Server, Service, handler_of
from tests.bucket import SECRET, bucket
from tests.rooms import draw_room
from tests.test_contract import request

Answer = tuple[int, dict[str, Any]]


class Loaded:
    """In place of a stager: does what a test says."""

    model_version = "test"

    def __init__(self, work: Callable[[Invocation], dict[str, object]]) -> None:
        self.work = work
        self.warmed_up = 0

    def warm_up(self) -> None:
        self.warmed_up += 1

    def serve(self, invocation: Invocation, arrived: float) -> dict[str, object]:
        return self.work(invocation)


@contextmanager
def running(load: Callable[[], Any]) -> Iterator[tuple[str, list[BaseException]]]:
    service = Service(load)
    server = Server(("127.0.0.1", 0), handler_of(service))
    failures: list[BaseException] = []
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    service.start(failures.append)
    try:
        yield f"http://127.0.0.1:{server.server_port}", failures
    finally:
        server.shutdown()
        server.server_close()


def call(url: str, body: bytes | None = None) -> Answer:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data=body), timeout=30) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, json.load(error)


def invoke(url: str, **changes: Any) -> Answer:
    return call(f"{url}/invocations", json.dumps(request(**changes)).encode())


def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    end = monotonic() + seconds
    while not condition():
        assert monotonic() < end, "it did not happen in time"
        sleep(0.02)


def is_ready(url: str) -> bool:
    return call(f"{url}/ping")[0] == 200


def test_ping_and_invocations_answer_503_until_the_model_is_loaded() -> None:
    loaded = Event()

    def load() -> Loaded:
        loaded.wait(30)
        return Loaded(lambda invocation: {"candidates": []})

    with running(load) as (url, _):
        assert call(f"{url}/ping") == (503, {"error": "the model is loading"})
        assert invoke(url) == (503, {"error": "the model is loading"})
        loaded.set()
        until(lambda: is_ready(url))
        assert invoke(url)[0] == 200


def test_ping_waits_for_the_edit_that_warms_up(capsys: pytest.CaptureFixture[str]) -> None:
    warm, began = Event(), Event()

    class Cold(Loaded):
        def warm_up(self) -> None:
            began.set()
            warm.wait(30)

    with running(lambda: Cold(lambda invocation: {})) as (url, _):
        assert began.wait(30)
        assert call(f"{url}/ping") == (503, {"error": "the model is loading"})
        warm.set()
        until(lambda: is_ready(url))
        assert invoke(url)[0] == 200
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(line["peak_memory_mb"] > 20 for line in lines)
    assert {line["message"] for line in lines} == {"the model is ready", "invocation answered"}


def test_a_model_that_cannot_draw_is_never_ready() -> None:
    class Broken(Loaded):
        def warm_up(self) -> None:
            raise RuntimeError("CUDA error: no kernel image is available")

    with running(lambda: Broken(lambda invocation: {})) as (url, failures):
        until(lambda: len(failures) == 1)
        assert call(f"{url}/ping")[0] == 503


def test_a_model_that_cannot_load_is_reported_and_never_ready() -> None:
    def load() -> Loaded:
        raise StartError("no weights")

    with running(load) as (url, failures):
        until(lambda: len(failures) == 1)
        assert call(f"{url}/ping")[0] == 503


def test_requests_are_served_one_at_a_time_in_order_while_ping_answers() -> None:
    order: list[str] = []
    first_began, go = Event(), Event()

    def work(invocation: Invocation) -> dict[str, object]:
        order.append(f"begin {invocation.inference_id}")
        first_began.set()
        go.wait(30)
        order.append(f"end {invocation.inference_id}")
        return {}

    with running(lambda: Loaded(work)) as (url, _):
        until(lambda: is_ready(url))
        threads = [Thread(target=invoke, args=(url,), kwargs={"inference_id": name}) for name in ("a", "b")]
        threads[0].start()
        first_began.wait(30)
        threads[1].start()
        assert is_ready(url)
        go.set()
        for thread in threads:
            thread.join(30)
    assert order == ["begin a", "end a", "begin b", "end b"]


class OutOfMemoryError(RuntimeError):
    """As torch names it."""


def test_out_of_memory_is_a_503_and_twice_in_a_row_the_container_is_unhealthy() -> None:
    outcomes = iter([OutOfMemoryError("CUDA"), None, OutOfMemoryError("CUDA"), OutOfMemoryError("CUDA")])

    def work(invocation: Invocation) -> dict[str, object]:
        outcome = next(outcomes)
        if outcome is not None:
            raise outcome
        return {}

    with running(lambda: Loaded(work)) as (url, _):
        until(lambda: is_ready(url))
        assert invoke(url) == (503, {"error": "out of memory"})
        assert is_ready(url)
        assert invoke(url)[0] == 200
        assert invoke(url)[0] == 503
        assert is_ready(url)
        assert invoke(url)[0] == 503
        assert call(f"{url}/ping") == (503, {"error": "out of memory twice in a row"})


def test_a_failed_gpu_makes_the_container_unhealthy_at_once() -> None:
    def work(invocation: Invocation) -> dict[str, object]:
        raise RuntimeError("CUDA error: an illegal memory access was encountered")

    with running(lambda: Loaded(work)) as (url, _):
        until(lambda: is_ready(url))
        assert invoke(url) == (503, {"error": "the GPU has failed"})
        assert not is_ready(url)


def test_an_unexpected_error_is_a_500_that_names_no_url(capsys: pytest.CaptureFixture[str]) -> None:
    def work(invocation: Invocation) -> dict[str, object]:
        raise ValueError(f"cannot read {invocation.source.url}")

    with running(lambda: Loaded(work)) as (url, _):
        until(lambda: is_ready(url))
        status, body = invoke(url)
        assert (status, body["error"][:21]) == (500, "unexpected ValueError")
        assert is_ready(url)
    assert SECRET not in json.dumps(body)
    assert "X-Amz" not in capsys.readouterr().out


def test_an_invocation_error_keeps_its_status() -> None:
    def work(invocation: Invocation) -> dict[str, object]:
        raise InvocationError(422, "the source is no picture")

    with running(lambda: Loaded(work)) as (url, _):
        until(lambda: is_ready(url))
        assert invoke(url) == (422, {"error": "the source is no picture"})


def test_other_routes_and_bodies_are_refused() -> None:
    with running(lambda: Loaded(lambda invocation: {})) as (url, _):
        until(lambda: is_ready(url))
        assert call(f"{url}/faults", b"{}")[0] == 404
        assert call(f"{url}/")[0] == 404
        assert call(f"{url}/invocations", b"{")[0] == 400
        assert call(f"{url}/invocations", b" " * (1024 * 1024 + 1))[0] == 413


@contextmanager
def container(tmp_path: Path, **settings: str) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """The container as SageMaker starts it, with a new home and temporary folder."""
    (tmp_path / "home").mkdir()
    (tmp_path / "tmp").mkdir()
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path / "home"),
        "TMPDIR": str(tmp_path / "tmp"),
        "OMP_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOST": "127.0.0.1",
        "PORT": "0",
        "STAGER_DEVICE": "cpu",
        **settings,
    }
    log = tmp_path / "log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "staging.serve", "serve"],
            cwd=Path(__file__).parent.parent,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )
    try:
        yield process, log
    finally:
        process.kill()
        process.wait(30)


def lines_of(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]


def test_the_container_serves_logs_no_url_and_leaves_nothing_on_disk(tmp_path: Path) -> None:
    with bucket() as shop, container(tmp_path, STAGER_EDITOR="deterministic") as (process, log):
        shop.objects["s"] = store.encode(draw_room())
        until(lambda: any(line["message"] == "listening" for line in lines_of(log)))
        url = f"http://127.0.0.1:{lines_of(log)[0]['port']}"
        until(lambda: is_ready(url))
        candidates = [
            {"candidate_id": name, "url": shop.sign(name), "content_type": "image/jpeg"} for name in ("c1", "c2")
        ]
        source = {"url": shop.sign("s"), "width": 640, "height": 480}
        status, body = invoke(url, source=source, candidates=candidates)
        assert status == 200
        assert [one["candidate_id"] for one in body["candidates"]] == ["c1", "c2"]
        assert shop.objects["c1"] != shop.objects["c2"]
        assert invoke(url, source={**source, "url": shop.sign("gone")})[0] == 502
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        text = log.read_text()
    assert SECRET not in text and shop.url not in text
    assert "candidate stored" in text
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [log]


def test_a_container_without_weights_ends_with_one_sentence(tmp_path: Path) -> None:
    with container(tmp_path, STAGER_MODEL_DIR=str(tmp_path / "nothing")) as (process, log):
        assert process.wait(60) == 1
        assert "copy the weights first" in lines_of(log)[-1]["error"]


def test_a_wrong_setting_ends_the_container_with_one_sentence(tmp_path: Path) -> None:
    with container(tmp_path, STAGER_EDITOR="kontext") as (process, log):
        assert process.wait(60) == 2
        assert "STAGER_EDITOR" in lines_of(log)[-1]["error"]
