import copy
import multiprocessing
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from image_staging import (
    ApiConnectionError,
    ApiError,
    DeadlineError,
    JobFailedError,
    StagingError,
    WaitStoppedError,
    WebhookError,
)
from image_staging._resource import decoded
from image_staging.types import GenerationJob

from .conformance import read_table

JOB = decoded(GenerationJob, read_table("scenarios.json")["bodies"]["failed_job"])


class OwnError(ApiError):
    """What a program makes of the client's, with another constructor."""

    def __init__(self, listing: str) -> None:
        super().__init__(500, "c", "m", True, retry_after=None, request_id=None, idempotency_key=None)
        self.listing = listing


def stopped() -> WaitStoppedError:
    error = WaitStoppedError()
    error.job = JOB
    return error


def noted() -> StagingError:
    error = StagingError("code", "message", True)
    error.note = "listing-4711"  # type: ignore[attr-defined]
    return error


ERRORS: list[StagingError] = [
    StagingError("code", "message", True, request_id="req_1", idempotency_key="k"),
    ApiError(429, "rate_limited", "m", True, retry_after=1.5, request_id="req_1", idempotency_key="k"),
    ApiConnectionError("timed_out", "m", True, request_id=None, idempotency_key="k"),
    JobFailedError(JOB, "no_approved_output", "m", False, request_id="req_1"),
    DeadlineError(JOB, "deadline_exceeded", "m", True, request_id=None),
    WebhookError("webhook_body", "m"),
    WaitStoppedError(),
    stopped(),
    noted(),
    OwnError("listing-4711"),
]


def pickled(protocol: int, error: StagingError) -> Any:
    return pickle.loads(pickle.dumps(error, protocol))


WAYS: list[Callable[[StagingError], Any]] = [copy.copy, copy.deepcopy]
WAYS += [partial(pickled, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]


def kinds_under(kind: type[StagingError]) -> set[type[StagingError]]:
    return {kind}.union(*(kinds_under(under) for under in kind.__subclasses__()))


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_a_copy_and_what_another_process_gets_have_every_attribute(error: StagingError) -> None:
    for way in WAYS:
        again = way(error)
        assert (type(again), str(again), again.args) == (type(error), str(error), error.args)
        assert vars(again) == vars(error)


def test_every_kind_of_error_is_tried() -> None:
    ours = {kind for kind in kinds_under(StagingError) if kind.__module__.startswith("image_staging")}
    assert {type(error) for error in ERRORS} >= ours - {JobFailedError.__base__}


def fail(_listing: int) -> None:
    raise ERRORS[1]


def test_a_pool_of_processes_gets_the_error() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool, pytest.raises(ApiError) as raised:
        pool.map_async(fail, [1]).get(timeout=60)
    assert (raised.value.code, raised.value.retry_after) == ("rate_limited", 1.5)
