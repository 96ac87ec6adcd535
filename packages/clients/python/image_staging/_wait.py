"""Waits for the end of a job or of an ingest."""

import random
import time
from collections.abc import Callable
from typing import TypeVar

from ._http import Answer, Steps
from .errors import DeadlineError, JobFailedError, WaitStoppedError
from .types import GenerationJob, SourceAssetIngestJob

Job = TypeVar("Job", GenerationJob, SourceAssetIngestJob)

DEADLINE = 15 * 60.0
POLL = 0.5
GROWTH = 1.5
FURTHEST = 10
ENDED = ("succeeded", "ready", "failed")


def wait_for(
    first: Answer[Job],
    read: Callable[[float], Steps[Answer[Job]]],
    deadline: float,
    poll: float,
    on_status: Callable[[Job], object] | None,
) -> Steps[Job]:
    """Reads a job until it has ended.

    Raises a JobFailedError if it fails, a DeadlineError if it takes too long.
    """
    end = time.monotonic() + deadline
    job, request_id, pause = first.body, first.request_id, poll
    if on_status:
        on_status(job)
    while job.status not in ENDED:
        left = end - time.monotonic()
        if left <= 0:
            message = f"It had not ended after {deadline:g} s."
            raise DeadlineError(job, "deadline_exceeded", message, True, request_id=request_id)
        before = job.status
        try:
            answer = yield from read(min(left, pause * (0.8 + random.random() * 0.4)))
        except WaitStoppedError as error:
            error.job, error.request_id = job, request_id
            raise
        pause = min(pause * GROWTH, poll * FURTHEST)
        job, request_id = answer.body, answer.request_id
        if on_status and job.status != before:
            on_status(job)
    failure = job.failure
    if failure:
        raise JobFailedError(job, failure.code, failure.message, failure.retryable, request_id=request_id)
    return job
