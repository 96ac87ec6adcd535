# Made from _client.py: npm run openapi. A test compares.
"""The API of the service, for asyncio."""

from collections.abc import AsyncIterator, Sequence
from types import TracebackType
from typing import Literal

import httpx

from ._async_generations import AsyncGenerations
from ._http import connection_of
from ._async_listings import AsyncListings
from ._operations import Operations, picture_of
from ._picture import PictureFile, source_of
from ._runners import AsyncRunner
from ._async_source_assets import AsyncSourceAssets
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


class AsyncUploads:
    """Uploads by hand: creating from a file does it if it is needed."""

    def __init__(self, operations: Operations, runner: AsyncRunner) -> None:
        self._operations, self._run = operations, runner.run

    async def create(self, *, idempotency_key: str | None = None, **request: Unpack[CreateUploadRequest]) -> Upload:
        """Makes room for a picture of up to 50 MiB."""
        return await self._run(self._operations.create_upload(request, idempotency_key))

    async def put(self, upload: Upload, file: PictureFile) -> None:
        """Puts the picture of an upload."""
        await self._run(self._operations.put_upload(upload, source_of(file)))


class AsyncUsage:
    """What an organization has used."""

    def __init__(self, operations: Operations, runner: AsyncRunner) -> None:
        self._operations, self._run = operations, runner.run

    async def summary(self, **query: Unpack[GetUsageSummaryQuery]) -> UsageSummary:
        """Access, usage, job counts and limits of a billing period."""
        return await self._run(self._operations.usage_summary(query))


class AsyncBilling:
    """The ledger and its statements."""

    def __init__(self, operations: Operations, runner: AsyncRunner) -> None:
        self._operations, self._run = operations, runner.run

    async def events_page(self, **query: Unpack[ListBillingEventsQuery]) -> BillingEventsPage:
        """One page of the ledger, newest first."""
        return await self._run(self._operations.events_page(query))

    async def events(self, **query: Unpack[ListBillingEventsQuery]) -> AsyncIterator[BillingEvent]:
        """Every event of the ledger that fits, newest first."""
        while True:
            page = await self.events_page(**query)
            for item in page.items:
                yield item
            if page.next_cursor is None:
                return
            query["cursor"] = page.next_cursor

    async def events_file(self, **query: Unpack[ListBillingEventsQuery]) -> bytes:
        """The same as CSV, all pages in one file, with tax."""
        return await self._run(self._operations.events_file(query))

    async def statements_page(self, **query: Unpack[ListStatementsQuery]) -> StatementsPage:
        """One page of the statements, newest first."""
        return await self._run(self._operations.statements_page(query))

    async def statements(self, **query: Unpack[ListStatementsQuery]) -> AsyncIterator[ListedStatement]:
        """What each billing period costs, newest first."""
        while True:
            page = await self.statements_page(**query)
            for item in page.items:
                yield item
            if page.next_cursor is None:
                return
            query["cursor"] = page.next_cursor

    async def statement(self, period_start: str) -> Statement:
        """The statement of the billing period that begins on this day, such as 2026-03-01."""
        return await self._run(self._operations.statement(period_start))

    async def statement_file(self, period_start: str, accept: Literal["application/pdf", "text/csv"]) -> bytes:
        """The same as a file to keep."""
        return await self._run(self._operations.statement_file(period_start, accept))


class Keys:
    """The API keys of an organization."""

    def __init__(self, operations: Operations, runner: AsyncRunner) -> None:
        self._operations, self._run = operations, runner.run

    async def page(self, **query: Unpack[ListKeysQuery]) -> ApiKeys:
        """One page of the keys, oldest first."""
        return await self._run(self._operations.keys_page(query))

    async def list(self) -> Sequence[ApiKey]:
        """Every key, without its secret."""
        return await self._run(self._operations.list_keys())

    async def create(self, *, idempotency_key: str | None = None, **request: Unpack[CreateKeyRequest]) -> IssuedApiKey:
        """A new key. Its `api_key` is in this answer alone."""
        return await self._run(self._operations.create_key(request, idempotency_key))

    async def revoke(self, key_id: str) -> ApiKey:
        """Ends a key for good."""
        return await self._run(self._operations.revoke_key(key_id))


class Webhooks:
    """Where the webhooks of an organization go, how they are signed, and whether they arrived."""

    def __init__(self, operations: Operations, runner: AsyncRunner) -> None:
        self._operations, self._run = operations, runner.run

    async def settings(self) -> WebhookSettings:
        """The default URL, and the URLs that are disabled or failing."""
        return await self._run(self._operations.webhook_settings())

    async def change_settings(self, **request: Unpack[PutWebhookSettingsRequest]) -> WebhookSettings:
        """Sets the default URL, and enables URLs that were disabled."""
        return await self._run(self._operations.change_webhook_settings(request))

    async def create_secret(self, *, idempotency_key: str | None = None) -> SigningSecret:
        """A new signing secret. Its `signing_secret` is in this answer alone."""
        return await self._run(self._operations.create_signing_secret(idempotency_key))

    async def test(self, *, idempotency_key: str | None = None, **request: Unpack[TestWebhookRequest]) -> WebhookTest:
        """Sends a test event, to the default URL or to the one that you name."""
        return await self._run(self._operations.test_webhook(request, idempotency_key))

    async def deliveries_page(self, **query: Unpack[ListWebhookDeliveriesQuery]) -> WebhookDeliveriesPage:
        """One page of the deliveries, newest event first."""
        return await self._run(self._operations.deliveries_page(query))

    async def deliveries(self, **query: Unpack[ListWebhookDeliveriesQuery]) -> AsyncIterator[WebhookDelivery]:
        """Every delivery of the last 30 days that fits, newest event first."""
        while True:
            page = await self.deliveries_page(**query)
            for item in page.items:
                yield item
            if page.next_cursor is None:
                return
            query["cursor"] = page.next_cursor

    async def redeliver(self, webhook_id: str, *, idempotency_key: str | None = None) -> Redelivery:
        """Sends a message again, under the same webhook-id."""
        return await self._run(self._operations.redeliver(webhook_id, idempotency_key))


class AsyncStaging:
    """The API of the service, for one organization. For asyncio.

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
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._connection = connection_of(base_url, api_key, max_retries, timeout, backoff)
        self._operations = Operations(self._connection)
        self._client = httpx.AsyncClient() if http_client is None else http_client
        self._owns_client = http_client is None
        runner = AsyncRunner(self._client)
        self._run = runner.run
        self.generations = AsyncGenerations(self._operations, runner)
        self.listings = AsyncListings(self._operations, runner)
        self.source_assets = AsyncSourceAssets(self._operations, runner)
        self.uploads = AsyncUploads(self._operations, runner)
        self.usage = AsyncUsage(self._operations, runner)
        self.billing = AsyncBilling(self._operations, runner)
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

    async def capabilities(self) -> Capabilities:
        """What can be made: what goes together in a request, what the model declines, sizes and limits."""
        return await self._run(self._operations.capabilities())

    async def download(self, of: GenerationOutput | SignedPicture | GenerationJob) -> bytes:
        """The picture of an output, or an original, by its signed URL; of a job, of its primary output."""
        return await self._run(self._operations.download(picture_of(of).image_url))

    async def aclose(self) -> None:
        """Closes its connections."""
        if self._owns_client:
            await self._client.aclose()

    async def __aenter__(self) -> Self:
        """Itself; closes its connections at the end of the block."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes its connections."""
        await self.aclose()
