import asyncio
import inspect
import io
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from image_staging import ApiConnectionError, AsyncStaging, Staging, _runners

from .conformance import read_table
from .scripted_server import Table, scripted

TABLE = read_table("scenarios.json")
BODIES = TABLE["bodies"]


def methods_of(client: object) -> dict[str, list[str]]:
    """The parameters of each method, by its name."""
    found: dict[str, list[str]] = {}
    parts = {name: part for name, part in vars(client).items() if not name.startswith("_")}
    for place, part in {"": client, **parts}.items():
        for name, method in inspect.getmembers(part, inspect.ismethod):
            if not name.startswith("_"):
                parameters = inspect.signature(method).parameters.values()
                found[f"{place}.{name}"] = [str(parameter) for parameter in parameters if parameter.name != "stop"]
    return found


def test_both_clients_have_the_same_methods() -> None:
    with Staging("https://api.example.com", "k") as staging:
        methods = methods_of(staging)
    in_asyncio = methods_of(AsyncStaging("https://api.example.com", "k"))
    assert {("." + name[2:] if name == ".aclose" else name): value for name, value in in_asyncio.items()} == methods
    assert "generations.create_and_wait" in methods


@pytest.mark.parametrize("settings", TABLE["settings"], ids=lambda settings: settings["title"])
def test_settings(settings: Table) -> None:
    asked: list[tuple[str, str]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append((str(request.url), request.headers["authorization"]))
        return httpx.Response(200, json={})

    with httpx.Client(transport=httpx.MockTransport(answer)) as http_client:
        if "refused" in settings:
            words = {"base_url": "^base_url is the", "api_key": "^api_key is missing|^The API key has"}
            with pytest.raises(ValueError, match=words[settings["refused"]]) as raised:
                Staging(settings["base_url"], settings["api_key"], http_client=http_client)
            assert not any(word in str(raised.value) for word in ("secret", "first", "second", "küche"))
        else:
            Staging(settings["base_url"], settings["api_key"], http_client=http_client).capabilities()
            assert asked == [("https://api.example.com/api/v1/capabilities", "Bearer stg_live_x.y")]


@pytest.mark.parametrize("row", TABLE["idempotency_keys"], ids=lambda row: row["title"])
def test_idempotency_key(row: Table) -> None:
    with answering(200, b"{}") as http_client:
        staging = Staging("https://api.example.com", "k", http_client=http_client)
        if row["works"]:
            staging.webhooks.test(idempotency_key=row["key"])
        else:
            with pytest.raises(ValueError, match="idempotency key"):
                staging.webhooks.test(idempotency_key=row["key"])


def create(staging: Staging, **picture: Any) -> None:
    staging.generations.create(workflow="pro_capture", capture_type="photo", **picture)


@pytest.mark.parametrize(
    "picture", [{}, {"url": "https://a.example.com", "asset": "src_1"}, {"file": b"", "upload": "u"}]
)
def test_a_picture_is_named_in_one_way(picture: Table) -> None:
    with Staging("https://api.example.com", "k") as staging, pytest.raises(TypeError, match="one picture"):
        create(staging, **picture)


@pytest.mark.parametrize("file", ["room.jpg", io.StringIO("room"), 1])
def test_a_file_that_has_no_bytes_is_refused(file: object) -> None:
    with Staging("https://api.example.com", "k") as staging, pytest.raises(TypeError, match=r"binary mode"):
        create(staging, file=file)


def form_of(length: int) -> list[Table]:
    exchange = {"request": "POST /api/v1/generations", "form": {"file": length, "workflow": "pro_capture"}}
    return [{**exchange, "answer": {"status": status, "body": body}} for status, body in ANSWERS]


ANSWERS = [(500, "internal_error"), (200, "queued_job")]


def test_a_path_and_an_opened_file_are_sent_in_full_again(tmp_path: Path) -> None:
    path = tmp_path / "room.jpg"
    path.write_bytes(bytes(1000))
    with scripted(form_of(1000) * 2, BODIES, "k") as server, Staging(server.url, "k", backoff=0.001) as staging:
        create(staging, file=path)
        with path.open("rb") as opened:
            create(staging, file=opened)
        assert (server.flaws, server.left) == ([], [])


def test_a_large_path_is_uploaded_piece_by_piece_and_again_after_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "panorama.jpg"
    path.write_bytes(bytes(4194305))
    put = {"request": "PUT /store?signature=1", "bytes": 4194305}
    script: list[Table] = [
        {"request": "POST /api/v1/uploads", "answer": {"status": 200, "body": "upload"}},
        {**put, "answer": {"status": 503, "text": "SlowDown"}},
        {**put, "answer": {"status": 200, "text": ""}},
        {"request": "POST /api/v1/generations", "answer": {"status": 200, "body": "queued_job"}},
    ]
    with scripted(script, BODIES, "k") as server, Staging(server.url, "k", backoff=0.001) as staging:
        create(staging, file=path)
        assert (server.flaws, server.left) == ([], [])


def answering(status: int, content: bytes, headers: dict[str, str] | None = None) -> httpx.Client:
    return httpx.Client(
        transport=httpx.MockTransport(lambda _: httpx.Response(status, content=content, headers=headers))
    )


def test_a_field_that_is_none_is_left_out() -> None:
    bodies: list[bytes] = []

    def answer(request: httpx.Request) -> httpx.Response:
        bodies.append(request.content)
        return httpx.Response(200, json=BODIES["queued_job"])

    with httpx.Client(transport=httpx.MockTransport(answer)) as http_client:
        staging = Staging("https://api.example.com", "k", http_client=http_client)
        create(staging, asset="src_1", reference=None, metadata={"floor": None})
    assert json.loads(bodies[0]) == {
        "source_asset_id": "src_1",
        "workflow": "pro_capture",
        "capture_type": "photo",
        "metadata": {"floor": None},
    }


def test_the_callers_own_httpx_client_is_used_and_left_open() -> None:
    with answering(200, b'{"usage": {}}') as http_client:
        with Staging("https://api.example.com/", "k", http_client=http_client) as staging:
            assert "usage" in staging.usage.summary()
        assert not http_client.is_closed


def test_a_request_that_cannot_be_sent_is_not_sent_again() -> None:
    sent = []

    def refuse(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        raise httpx.LocalProtocolError("Illegal header value")

    with httpx.Client(transport=httpx.MockTransport(refuse)) as http_client:
        staging = Staging("https://api.example.com", "k", http_client=http_client)
        with pytest.raises(ApiConnectionError) as raised:
            staging.usage.summary()
    assert (len(sent), raised.value.retryable) == (1, False)


def test_a_success_that_is_not_json_is_a_broken_connection_with_its_request_id() -> None:
    with answering(200, b"<html>", {"x-request-id": "req_1"}) as http_client:
        staging = Staging("https://api.example.com", "k", http_client=http_client, max_retries=1, backoff=0.001)
        with pytest.raises(ApiConnectionError) as raised:
            staging.usage.summary()
    assert (raised.value.code, raised.value.request_id) == ("connection_failed", "req_1")
    assert isinstance(raised.value.__cause__, ValueError)


class Trickle(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A byte a second, by a simulated clock, for ever."""

    def __init__(self) -> None:
        self.now = 0.0

    def __iter__(self) -> Iterator[bytes]:
        while True:
            self.now += 1
            yield b" "

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self:
            yield piece


@pytest.mark.parametrize("client_for", ["threads", "asyncio"])
def test_an_answer_that_trickles_is_given_up(client_for: str, monkeypatch: pytest.MonkeyPatch) -> None:
    trickle = Trickle()
    monkeypatch.setattr(_runners, "time", SimpleNamespace(monotonic=lambda: trickle.now))
    transport = httpx.MockTransport(lambda _: httpx.Response(200, stream=trickle))
    settings: Table = {"max_retries": 0, "timeout": 60}

    async def in_asyncio() -> None:
        async with httpx.AsyncClient(transport=transport) as http_client:
            await AsyncStaging("https://api.example.com", "k", http_client=http_client, **settings).usage.summary()

    with pytest.raises(ApiConnectionError) as raised:
        if client_for == "asyncio":
            asyncio.run(in_asyncio())
        with httpx.Client(transport=transport) as http_client:
            Staging("https://api.example.com", "k", http_client=http_client, **settings).usage.summary()
    assert (raised.value.code, trickle.now) == ("timed_out", 61)


def test_the_pages_of_a_csv_become_one_file_with_one_heading() -> None:
    pages = [
        httpx.Response(
            200,
            text="event_id,amount_usd\n1,0.5\n",
            headers={"link": '<?limit=1&cursor=c%2F1>; rel="next"'},
        ),
        httpx.Response(200, text="event_id,amount_usd\n2,0.5\n"),
    ]
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(f"{request.url.raw_path.decode()} {request.headers['accept']}")
        return pages[len(asked) - 1]

    with httpx.Client(transport=httpx.MockTransport(answer)) as http_client:
        staging = Staging("https://api.example.com", "k", http_client=http_client)
        assert staging.billing.events_file(limit=1) == b"event_id,amount_usd\n1,0.5\n2,0.5\n"
    assert asked == [
        "/api/v1/billing/events?limit=1 text/csv",
        "/api/v1/billing/events?limit=1&cursor=c%2F1 text/csv",
    ]
