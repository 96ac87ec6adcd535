"""Makes the calls of the tables in packages/clients/conformance, by either client, and compares what comes out."""

import dataclasses
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from image_staging import (
    ApiConnectionError,
    ApiError,
    AsyncStaging,
    DeadlineError,
    JobFailedError,
    Staging,
    StagingError,
)
from image_staging._resource import Resource

from .scripted_server import Table, contains

TABLES = Path(__file__).parents[2] / "conformance"
KINDS = {"api": ApiError, "connection": ApiConnectionError, "job_failed": JobFailedError, "deadline": DeadlineError}
Method = Callable[..., Any]
Client = Staging | AsyncStaging


def read_table(name: str) -> Any:
    return json.loads((TABLES / name).read_text("utf-8"))


def method_of(client: Client, do: str, wait: bool = False) -> Method:
    """The method that the tables name as TypeScript does."""
    resource, name = re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", do).split(".")
    method: Method = getattr(getattr(client, resource), name + ("_and_wait" if wait else ""))
    return method


def arguments_of(call: Table, poll: float | None, on_status: Callable[[Any], object]) -> tuple[list[Any], Table]:
    waits = call.get("wait", False) or call["do"].endswith(".wait")
    keywords = dict(call.get("with", {}))
    keywords |= {name: call[name] for name in ("file", "mask") if name in call}
    if "key" in call:
        keywords["idempotency_key"] = call["key"]
    if waits:
        keywords["on_status"] = on_status
        if poll is not None:
            keywords["poll"] = poll
        if "deadline_ms" in call:
            keywords["deadline"] = call["deadline_ms"] / 1000
    return ([call["id"]] if "id" in call else []), keywords


def perform(
    client: Client, call: Table, poll: float | None, on_status: Callable[[Any], object] = lambda _job: None
) -> Any:
    """Makes a call with the client for threads."""
    ids, keywords = arguments_of(call, poll, on_status)
    result = method_of(client, call["do"], call.get("wait", False))(*ids, **keywords)
    return list(result) if is_list(call) else result


async def perform_async(
    client: Client, call: Table, poll: float | None, on_status: Callable[[Any], object] = lambda _job: None
) -> Any:
    """Makes a call with the client for asyncio."""
    ids, keywords = arguments_of(call, poll, on_status)
    result = method_of(client, call["do"], call.get("wait", False))(*ids, **keywords)
    return [item async for item in result] if is_list(call) else await result


def is_list(call: Table) -> bool:
    return call["do"] in ("generations.list", "billing.events", "listings.list")


def plain(result: Any) -> Any:
    """An object of the API as its JSON."""
    if isinstance(result, list):
        return [plain(item) for item in result]
    return dataclasses.asdict(result) if isinstance(result, Resource) and dataclasses.is_dataclass(result) else result


def expect_outcome(outcome: Callable[[], Any], expected: Table) -> Any:
    """Expects what a scenario says of the result: what it contains, or the error."""
    throws = expected.get("throws")
    if throws is None:
        result = outcome()
        assert contains(plain(result), expected.get("returns", plain(result))), result
        return result
    with pytest.raises(StagingError) as raised:
        outcome()
    error = raised.value
    fields = dict(throws)
    assert isinstance(error, KINDS[fields.pop("error")])
    job_id = fields.pop("job_id", None)
    assert {name: getattr(error, name) for name in fields} == fields
    if job_id is not None:
        assert getattr(error, "id", None) == job_id
    return None
