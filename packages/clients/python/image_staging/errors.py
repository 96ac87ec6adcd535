"""What the client raises. Decide by `code`, or by the class."""

from collections.abc import Callable
from typing import Any

from .types import GenerationJob, SourceAssetIngestJob


class StagingError(Exception):
    """What every error of this client has."""

    code: str
    """Stable. More codes may come: treat one that you do not know by its `retryable`."""
    message: str
    retryable: bool
    """Whether the same call may succeed later, without a change."""
    request_id: str | None
    """Names the request in the service's logs: quote it when you ask for help. None if no answer came."""
    idempotency_key: str | None
    """The key of the write that failed. The same call with it again is the same request."""

    def __init__(
        self,
        code: str,
        message: str,
        retryable: bool,
        *,
        request_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.retryable = retryable
        self.request_id = request_id
        self.idempotency_key = idempotency_key

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]:
        """A copy, and what another process gets of it, has every attribute."""
        return _empty, (type(self), self.args), vars(self)


def _empty(kind: type[StagingError], args: tuple[str]) -> StagingError:
    return kind.__new__(kind, *args)


class ApiError(StagingError):
    """The service refused a request, or failed, also after the retries."""

    status: int
    retry_after: float | None
    """Seconds to wait, if the answer says so: after a 429, or by a Retry-After."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        retryable: bool,
        *,
        retry_after: float | None,
        request_id: str | None,
        idempotency_key: str | None,
    ) -> None:
        super().__init__(code, message, retryable, request_id=request_id, idempotency_key=idempotency_key)
        self.status = status
        self.retry_after = retry_after


class ApiConnectionError(StagingError):
    """No whole answer came, also after the retries: code `connection_failed` or `timed_out`."""


class WaitError(StagingError):
    """Waiting has ended without a success."""

    job: GenerationJob | SourceAssetIngestJob
    """As it was last seen."""
    id: str
    """The id of the job or of the ingest."""

    def __init__(
        self,
        job: GenerationJob | SourceAssetIngestJob,
        code: str,
        message: str,
        retryable: bool,
        *,
        request_id: str | None,
    ) -> None:
        super().__init__(code, message, retryable, request_id=request_id)
        self.job = job
        self.id = job.job_id if isinstance(job, GenerationJob) else job.ingest_id


class JobFailedError(WaitError):
    """A job or an ingest failed: its `failure` as an error."""


class DeadlineError(WaitError):
    """A job or an ingest had not ended by the deadline: code `deadline_exceeded`. It continues; wait for it again."""


class WaitStoppedError(StagingError):
    """The caller's `stop` was set: code `wait_stopped`. A job that was created continues."""

    job: GenerationJob | SourceAssetIngestJob | None = None
    """As it was last seen; None if no answer had come."""

    def __init__(self) -> None:
        super().__init__("wait_stopped", "The waiting was stopped.", True)


class WebhookError(StagingError):
    """A message that must not be trusted.

    Code `webhook_headers`, `webhook_timestamp`, `webhook_signature` or `webhook_body`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message, False)
