"""The API of the service."""

from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Literal

import httpx

from ._generations import Generations
from ._http import connection_of
from ._listings import Listings
from ._operations import Operations, picture_of
from ._picture import PictureFile, source_of
from ._runners import Runner
from ._source_assets import SourceAssets
from ._typing import Self, Unpack
from .types import (
    ApiKey,
    ApiKeys,
    BillingEvent,
    BillingEventsPage,
    Capabilities,
    CreateKeyRequest,
    CreateUploadRequest,
    GenerationJob,
    GenerationOutput,
    GetUsageSummaryQuery,
    IssuedApiKey,
    ListBillingEventsQuery,
    ListedStatement,
    ListKeysQuery,
    ListStatementsQuery,
    ListWebhookDeliveriesQuery,
    PutWebhookSettingsRequest,
    Redelivery,
    SignedPicture,
    SigningSecret,
    Statement,
    StatementsPage,
    TestWebhookRequest,
    Upload,
    UsageSummary,
    WebhookDeliveriesPage,
    WebhookDelivery,
    WebhookSettings,
    WebhookTest,
)


class Uploads:
    """Uploads by hand: creating from a file does it if it is needed."""

    def __init__(self, operations: Operations, runner: Runner) -> None:
        self._operations, self._run = operations, runner.run

    def create(self, *, idempotency_key: str | None = None, **request: Unpack[CreateUploadRequest]) -> Upload:
        """Makes room for a picture of up to 50 MiB."""
        return self._run(self._operations.create_upload(request, idempotency_key))

    def put(self, upload: Upload, file: PictureFile) -> None:
        """Puts the picture of an upload."""
        self._run(self._operations.put_upload(upload, source_of(file)))


class Usage:
    """What an organization has used."""

    def __init__(self, operations: Operations, runner: Runner) -> None:
        self._operations, self._run = operations, runner.run

    def summary(self, **query: Unpack[GetUsageSummaryQuery]) -> UsageSummary:
        """Access, usage, job counts and limits of a billing period."""
        return self._run(self._operations.usage_summary(query))


class Billing:
    """The ledger and its statements."""

    def __init__(self, operations: Operations, runner: Runner) -> None:
        self._operations, self._run = operations, runner.run

    def events_page(self, **query: Unpack[ListBillingEventsQuery]) -> BillingEventsPage:
        """One page of the ledger, newest first."""
        return self._run(self._operations.events_page(query))

    def events(self, **query: Unpack[ListBillingEventsQuery]) -> Iterator[BillingEvent]:
        """Every event of the ledger that fits, newest first."""
        while True:
            page = self.events_page(**query)
            yield from page.items
            if page.next_cursor is None:
                return
            query["cursor"] = page.next_cursor

    def events_file(self, **query: Unpack[ListBillingEventsQuery]) -> bytes:
        """The same as CSV, all pages in one file, with tax."""
        return self._run(self._operations.events_file(query))

    def statements_page(self, **query: Unpack[ListStatementsQuery]) -> StatementsPage:
        """One page of the statements, newest first."""
        return self._run(self._operations.statements_page(query))

    def statements(self, **query: Unpack[ListStatementsQuery]) -> Iterator[ListedStatement]:
        """What each billing period costs, newest first."""
        while True:
            page = self.statements_page(**query)
            yield from page.items
            if page.next_cursor is None:
                return
            query["cursor"] = page.next_cursor

    def statement(self, period_start: str) -> Statement:
        """The statement of the billing period that begins on this day, such as 2026-03-01."""
        return self._run(self._operations.statement(period_start))

    def statement_file(self, period_start: str, accept: Literal["application/pdf", "text/csv"]) -> bytes:
        """The same as a file to keep."""
        return self._run(self._operations.statement_file(period_start, accept))


class Keys:
    """The API keys of an organization."""

    def __init__(self, operations: Operations, runner: Runner) -> None:
        self._operations, self._run = operations, runner.run

    def page(self, **query: Unpack[ListKeysQuery]) -> ApiKeys:
        """One page of the keys, oldest first."""
        return self._run(self._operations.keys_page(query))

    def list(self) -> Sequence[ApiKey]:
        """Every key, without its secret."""
        return self._run(self._operations.list_keys())

    def create(self, *, idempotency_key: str | None = None, **request: Unpack[CreateKeyRequest]) -> IssuedApiKey:
        """A new key. Its `api_key` is in this answer alone."""
        return self._run(self._operations.create_key(request, idempotency_key))

    def revoke(self, key_id: str) -> ApiKey:
        """Ends a key for good."""
        return self._run(self._operations.revoke_key(key_id))


class Webhooks:
    """Where the webhooks of an organization go, how they are signed, and whether they arrived."""

    def __init__(self, operations: Operations, runner: Runner) -> None:
        self._operations, self._run = operations, runner.run

    def settings(self) -> WebhookSettings:
        """The default URL, and the URLs that are disabled or failing."""
        return self._run(self._operations.webhook_settings())

    def change_settings(self, **request: Unpack[PutWebhookSettingsRequest]) -> WebhookSettings:
        """Sets the default URL, and enables URLs that were disabled."""
        return self._run(self._operations.change_webhook_settings(request))

    def create_secret(self, *, idempotency_key: str | None = None) -> SigningSecret:
        """A new signing secret. Its `signing_secret` is in this answer alone."""
        return self._run(self._operations.create_signing_secret(idempotency_key))

    def test(self, *, idempotency_key: str | None = None, **request: Unpack[TestWebhookRequest]) -> WebhookTest:
        """Sends a test event, to the default URL or to the one that you name."""
        return self._run(self._operations.test_webhook(request, idempotency_key))

    def deliveries_page(self, **query: Unpack[ListWebhookDeliveriesQuery]) -> WebhookDeliveriesPage:
        """One page of the deliveries, newest event first."""
        return self._run(self._operations.deliveries_page(query))

    def deliveries(self, **query: Unpack[ListWebhookDeliveriesQuery]) -> Iterator[WebhookDelivery]:
        """Every delivery of the last 30 days that fits, newest event first."""
        while True:
            page = self.deliveries_page(**query)
            yield from page.items
            if page.next_cursor is None:
                return
            query["cursor"] = page.next_cursor

    def redeliver(self, webhook_id: str, *, idempotency_key: str | None = None) -> Redelivery:
        """Sends a message again, under the same webhook-id."""
        return self._run(self._operations.redeliver(webhook_id, idempotency_key))


class Staging:
    """The API of the service, for one organization. Threads may share it.

    `max_retries` is how often a request is repeated after a 429, a retryable 5xx or a failed connection. `timeout` is
    how many seconds an attempt may wait for the service; an upload, ten times as long. `backoff` is the pause before
    the first repetition, in seconds; it doubles each time. An `http_client` of your own stays yours to close.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_retries: int = 4,
        timeout: float = 60.0,
        backoff: float = 0.5,
        http_client: httpx.Client | None = None,
    ) -> None:
        self._connection = connection_of(base_url, api_key, max_retries, timeout, backoff)
        self._operations = Operations(self._connection)
        self._client = httpx.Client() if http_client is None else http_client
        self._owns_client = http_client is None
        runner = Runner(self._client)
        self._run = runner.run
        self.generations = Generations(self._operations, runner)
        self.listings = Listings(self._operations, runner)
        self.source_assets = SourceAssets(self._operations, runner)
        self.uploads = Uploads(self._operations, runner)
        self.usage = Usage(self._operations, runner)
        self.billing = Billing(self._operations, runner)
        self.keys = Keys(self._operations, runner)
        self.webhooks = Webhooks(self._operations, runner)

    def with_options(self, *, max_retries: int | None = None, timeout: float | None = None) -> Self:
        """The same client with other options, for one call or for several. Closing it closes nothing."""
        own = self._connection
        return type(self)(
            own.base_url,
            own.api_key,
            max_retries=own.max_retries if max_retries is None else max_retries,
            timeout=own.timeout if timeout is None else timeout,
            backoff=own.backoff,
            http_client=self._client,
        )

    def capabilities(self) -> Capabilities:
        """What can be made: what goes together in a request, what the model declines, sizes and limits."""
        return self._run(self._operations.capabilities())

    def download(self, of: GenerationOutput | SignedPicture | GenerationJob) -> bytes:
        """The picture of an output, or an original, by its signed URL; of a job, of its primary output."""
        return self._run(self._operations.download(picture_of(of).image_url))

    def close(self) -> None:
        """Closes its connections."""
        if self._owns_client:
            self._client.close()

    def __enter__(self) -> Self:
        """Itself; closes its connections at the end of the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes its connections."""
        self.close()
