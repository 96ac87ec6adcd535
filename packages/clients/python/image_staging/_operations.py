"""The operations of the API, as steps that either client takes."""

import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast
from urllib.parse import quote

from ._http import Answer, Call, Connection, Steps
from ._picture import PictureFile, Source, body_with, create_upload, put
from ._wait import wait_for
from .types import (
    ApiKey,
    ApiKeys,
    BillingEventsPage,
    Capabilities,
    CreateUploadRequest,
    GenerationJob,
    GenerationOutput,
    GenerationsPage,
    IssuedApiKey,
    Listing,
    ListingsPage,
    ListingWithJobs,
    Redelivery,
    SignedPicture,
    SigningSecret,
    SourceAssetIngestJob,
    Statement,
    StatementsPage,
    Upload,
    UsageSummary,
    WebhookDeliveriesPage,
    WebhookSettings,
    WebhookTest,
)

T = TypeVar("T")

GENERATIONS = "/api/v1/generations"
SOURCE_ASSETS = "/api/v1/source-assets"
KEYS = "/api/v1/keys"
LISTINGS = "/api/v1/listings"
DELIVERIES = "/api/v1/webhooks/deliveries"
WEBHOOK_SETTINGS = "/api/v1/webhooks/settings"


def _path(folder: str, name: str) -> str:
    return f"{folder}/{quote(name, safe='')}"


def picture_of(of: GenerationOutput | SignedPicture | GenerationJob) -> GenerationOutput | SignedPicture:
    """What to download of it. Raises a ValueError if a job has no output."""
    if not isinstance(of, GenerationJob):
        return of
    if not of.outputs:
        raise ValueError("The job has no output.")
    return of.outputs[0]


class Operations:
    """Of one organization."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create_generation(self, request: Mapping[str, object], key: str | None) -> Steps[Answer[GenerationJob]]:
        """Creates a job."""
        return (yield from self._create(GenerationJob, GENERATIONS, request, key))

    def create_source_asset(
        self, request: Mapping[str, object], key: str | None
    ) -> Steps[Answer[SourceAssetIngestJob]]:
        """Brings a picture."""
        return (yield from self._create(SourceAssetIngestJob, SOURCE_ASSETS, request, key))

    def regenerate(self, job_id: str, overrides: Mapping[str, object], key: str | None) -> Steps[Answer[GenerationJob]]:
        """Creates a job from the picture of another."""
        body = {name: value for name, value in overrides.items() if value is not None}
        path = f"{_path(GENERATIONS, job_id)}/regenerate"
        call = Call("POST", path, body=body, idempotency_key=key)
        return (yield from self._connection.json(GenerationJob, call))

    def cancel(self, job_id: str, key: str | None) -> Steps[GenerationJob]:
        """Ends a job."""
        call = Call("POST", f"{_path(GENERATIONS, job_id)}/cancel", idempotency_key=key)
        answer = yield from self._connection.json(GenerationJob, call)
        return answer.body

    def read_generation(self, job_id: str, after: float = 0) -> Steps[Answer[GenerationJob]]:
        """A job as it is, after a pause."""
        return (yield from self._connection.json(GenerationJob, Call("GET", _path(GENERATIONS, job_id)), after))

    def read_source_asset(self, ingest_id: str, after: float = 0) -> Steps[Answer[SourceAssetIngestJob]]:
        """An ingest as it is, after a pause."""
        call = Call("GET", _path(SOURCE_ASSETS, ingest_id))
        return (yield from self._connection.json(SourceAssetIngestJob, call, after))

    def wait_for_generation(
        self,
        first: Steps[Answer[GenerationJob]],
        deadline: float,
        poll: float,
        on_status: Callable[[GenerationJob], object] | None,
    ) -> Steps[GenerationJob]:
        """Waits for the job of a first answer."""
        answer = yield from first
        job_id = answer.body.job_id
        return (
            yield from wait_for(answer, lambda after: self.read_generation(job_id, after), deadline, poll, on_status)
        )

    def wait_for_source_asset(
        self,
        first: Steps[Answer[SourceAssetIngestJob]],
        deadline: float,
        poll: float,
        on_status: Callable[[SourceAssetIngestJob], object] | None,
    ) -> Steps[SourceAssetIngestJob]:
        """Waits for the ingest of a first answer."""
        answer = yield from first
        ingest_id = answer.body.ingest_id
        return (
            yield from wait_for(
                answer, lambda after: self.read_source_asset(ingest_id, after), deadline, poll, on_status
            )
        )

    def generations_page(self, query: Mapping[str, object]) -> Steps[GenerationsPage]:
        """One page of jobs."""
        answer = yield from self._connection.json(GenerationsPage, Call("GET", GENERATIONS, query))
        return answer.body

    def listings_page(self, query: Mapping[str, object]) -> Steps[ListingsPage]:
        """One page of the listings."""
        answer = yield from self._connection.json(ListingsPage, Call("GET", LISTINGS, query))
        return answer.body

    def listing(self, listing: str, query: Mapping[str, object]) -> Steps[ListingWithJobs]:
        """A listing with one page of its jobs."""
        call = Call("GET", _path(LISTINGS, listing), query)
        answer = yield from self._connection.json(ListingWithJobs, call)
        return answer.body

    def close_listing(self, listing: str, key: str | None) -> Steps[Listing]:
        """Closes a listing."""
        call = Call("POST", f"{_path(LISTINGS, listing)}/close", idempotency_key=key)
        answer = yield from self._connection.json(Listing, call)
        return answer.body

    def create_upload(self, request: CreateUploadRequest, key: str | None) -> Steps[Upload]:
        """Makes room for a picture."""
        answer = yield from create_upload(self._connection, request, key)
        return answer.body

    def put_upload(self, upload: Upload, source: Source) -> Steps[None]:
        """Puts a picture there."""
        return (yield from put(self._connection, upload, source))

    def usage_summary(self, query: Mapping[str, object]) -> Steps[UsageSummary]:
        """A billing period's usage."""
        answer = yield from self._connection.json(UsageSummary, Call("GET", "/api/v1/usage/summary", query))
        return answer.body

    def events_page(self, query: Mapping[str, object]) -> Steps[BillingEventsPage]:
        """One page of the ledger."""
        call = Call("GET", "/api/v1/billing/events", query)
        answer = yield from self._connection.json(BillingEventsPage, call)
        return answer.body

    def events_file(self, query: Mapping[str, object]) -> Steps[bytes]:
        """The ledger as one file, page by page: each names the next, relative to its own address (RFC 8288)."""
        path = "/api/v1/billing/events"
        call = Call("GET", path, query, accept="text/csv")
        rows = b""
        while True:
            answer = yield from self._connection.call(call, bytes)
            rows += answer.body if rows == b"" else answer.body.split(b"\n", 1)[1]
            following = re.match(r'<(\?[^>]+)>; rel="next"$', answer.link or "")
            if following is None:
                return rows
            call = Call("GET", path + following[1], accept="text/csv")

    def statements_page(self, query: Mapping[str, object]) -> Steps[StatementsPage]:
        """One page of the statements."""
        call = Call("GET", "/api/v1/billing/statements", query)
        answer = yield from self._connection.json(StatementsPage, call)
        return answer.body

    def statement(self, period_start: str) -> Steps[Statement]:
        """A billing period's statement."""
        call = Call("GET", _path("/api/v1/billing/statements", period_start))
        answer = yield from self._connection.json(Statement, call)
        return answer.body

    def capabilities(self) -> Steps[Capabilities]:
        """What can be made."""
        answer = yield from self._connection.json(Capabilities, Call("GET", "/api/v1/capabilities"))
        return answer.body

    def statement_file(self, period_start: str, accept: str) -> Steps[bytes]:
        """A billing period's statement as a file."""
        call = Call("GET", _path("/api/v1/billing/statements", period_start), accept=accept)
        answer = yield from self._connection.call(call, bytes)
        return answer.body

    def keys_page(self, query: Mapping[str, object]) -> Steps[ApiKeys]:
        """One page of the API keys."""
        answer = yield from self._connection.json(ApiKeys, Call("GET", KEYS, query))
        return answer.body

    def list_keys(self) -> Steps[Sequence[ApiKey]]:
        """Every API key, page by page. A service that had no pages gives no cursor."""
        keys: list[ApiKey] = []
        query: dict[str, object] = {}
        while True:
            page = yield from self.keys_page(query)
            keys.extend(page.items)
            if page.next_cursor is None:
                return keys
            query["cursor"] = page.next_cursor

    def create_key(self, request: Mapping[str, object], key: str | None) -> Steps[IssuedApiKey]:
        """Issues an API key."""
        call = Call("POST", KEYS, body=request, idempotency_key=key)
        answer = yield from self._connection.json(IssuedApiKey, call)
        return answer.body

    def revoke_key(self, key_id: str) -> Steps[ApiKey]:
        """Revokes an API key."""
        answer = yield from self._connection.json(ApiKey, Call("DELETE", _path(KEYS, key_id)))
        return answer.body

    def webhook_settings(self) -> Steps[WebhookSettings]:
        """The webhook settings."""
        answer = yield from self._connection.json(WebhookSettings, Call("GET", WEBHOOK_SETTINGS))
        return answer.body

    def change_webhook_settings(self, request: Mapping[str, object]) -> Steps[WebhookSettings]:
        """Changes the webhook settings."""
        call = Call("PUT", WEBHOOK_SETTINGS, body=request)
        answer = yield from self._connection.json(WebhookSettings, call)
        return answer.body

    def create_signing_secret(self, key: str | None) -> Steps[SigningSecret]:
        """Makes a new signing secret."""
        call = Call("POST", "/api/v1/webhooks/secrets", body={}, idempotency_key=key)
        answer = yield from self._connection.json(SigningSecret, call)
        return answer.body

    def test_webhook(self, request: Mapping[str, object], key: str | None) -> Steps[WebhookTest]:
        """Sends a test event."""
        call = Call("POST", "/api/v1/webhooks/test", body=request, idempotency_key=key)
        answer = yield from self._connection.json(WebhookTest, call)
        return answer.body

    def deliveries_page(self, query: Mapping[str, object]) -> Steps[WebhookDeliveriesPage]:
        """One page of the webhook deliveries."""
        answer = yield from self._connection.json(WebhookDeliveriesPage, Call("GET", DELIVERIES, query))
        return answer.body

    def redeliver(self, webhook_id: str, key: str | None) -> Steps[Redelivery]:
        """Sends a message again."""
        call = Call("POST", f"{_path(DELIVERIES, webhook_id)}/redeliver", body={}, idempotency_key=key)
        answer = yield from self._connection.json(Redelivery, call)
        return answer.body

    def download(self, url: str) -> Steps[bytes]:
        """What lies under a signed URL."""
        answer = yield from self._connection.call(Call("GET", url), bytes)
        return answer.body

    def _create(self, kind: type[T], path: str, request: Mapping[str, object], key: str | None) -> Steps[Answer[T]]:
        # An upload on the way has the same key.
        key = str(uuid.uuid4()) if key is None else key
        fields = dict(request)
        files = {name: cast("PictureFile | None", fields.pop(name, None)) for name in ("file", "mask")}
        body = yield from body_with(self._connection, fields, files, key)
        return (yield from self._connection.json(kind, Call("POST", path, body=body, idempotency_key=key)))
