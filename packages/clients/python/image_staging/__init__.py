"""The Image Staging Generation API: retries, waiting, uploads, paging and webhooks."""

from . import types, webhooks
from ._async_client import AsyncStaging
from ._batch import BatchOutcome
from ._choices import BatchRequest
from ._client import Staging
from ._picture import CreateGeneration, NewPicture, PictureFile, unchecked
from .errors import (
    ApiConnectionError,
    ApiError,
    DeadlineError,
    JobFailedError,
    StagingError,
    WaitStoppedError,
    WebhookError,
)

__all__ = [
    "ApiConnectionError",
    "ApiError",
    "AsyncStaging",
    "BatchOutcome",
    "BatchRequest",
    "CreateGeneration",
    "DeadlineError",
    "JobFailedError",
    "NewPicture",
    "PictureFile",
    "Staging",
    "StagingError",
    "WaitStoppedError",
    "WebhookError",
    "types",
    "unchecked",
    "webhooks",
]
