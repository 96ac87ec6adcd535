"""What the API takes and returns. Made from packages/openapi/openapi.json: npm run openapi. A test compares."""

from typing import Literal, TypeAlias

from ._resource import Resource, resource
from ._typing import NotRequired, TypedDict


Workflow: TypeAlias = Literal["staging", "pro_capture"]


CaptureType: TypeAlias = Literal["photo", "panorama360", "floorplan"]


Mode: TypeAlias = Literal["refurnish", "renovate", "clean"]


StylePreset: TypeAlias = Literal["modern", "scandi", "boho", "country", "industrial", "mediterranean", "luxury", "eclectic", "japandia"]


Disclosure: TypeAlias = Literal["none", "label", "label_and_page"]


RoomType: TypeAlias = Literal["Living Room", "Kitchen", "Dining Room", "Bathroom", "Shower", "Toilet", "Bedroom", "Children's Room", "Hallway", "Office", "Closet", "Laundry", "Basement", "Attic", "Garage", "Balcony", "Terrace", "Garden", "Exterior", "Gym", "Sauna", "Pool", "Staircase", "Utility Room", "Studio", "Library", "Wine Cellar", "Home Theater"]


RoomTypes: TypeAlias = list[RoomType]


Metadata: TypeAlias = dict[str, str | float | bool | None]


class WebhookConfig(TypedDict):
    url: str


class CreateUploadRequest(TypedDict):
    content_length: int
    """How many bytes the picture has, exactly: at most 50 MiB."""
    content_type: NotRequired[Literal["image/jpeg", "image/png", "image/webp"]]
    """What the picture is. The PUT must then name it too."""


class RegenerateRequest(TypedDict):
    mode: NotRequired[Mode]
    """See “What goes together”."""
    room_types: NotRequired[RoomTypes]
    """Rooms of one family; see “What goes together”."""
    style_preset: NotRequired[StylePreset]
    """See “What goes together”."""
    disclosure: NotRequired[Disclosure]
    """Whether the outputs say that they were altered. If you omit it, a create has your organization's default (`none` unless set) and a regenerate its parent's."""
    reference: NotRequired[str]
    """Yours; echoed unchanged in responses and webhooks. See “Sandbox” for what it decides there."""
    metadata: NotRequired[Metadata]
    """Yours; echoed unchanged in responses and webhooks: numbers by their text. At most 32 KiB of JSON."""
    webhook: NotRequired[WebhookConfig]
    """Overrides your organization's default callback URL for this job."""


CloseListingRequest: TypeAlias = dict[str, object]


class CreateKeyRequest(TypedDict):
    scope: Literal["billing", "read", "full"]
    name: NotRequired[str]
    expires_at: NotRequired[str]


class PutWebhookSettingsRequest(TypedDict):
    default_url: NotRequired[str | None]
    enable: NotRequired[list[str]]


CreateSigningSecretRequest: TypeAlias = dict[str, object]


class TestWebhookRequest(TypedDict):
    url: NotRequired[str]


RedeliverWebhookRequest: TypeAlias = dict[str, object]


@resource
class Failure(Resource):
    code: Literal["source_url_blocked", "source_url_dns_failed", "source_url_unreachable", "source_url_http_error", "source_fetch_timeout", "source_too_large", "upload_missing", "unsupported_image_format", "invalid_image", "image_dimensions_unsupported", "invalid_mask", "no_approved_output", "inference_failed", "inference_timeout", "cancelled", "internal_error"]
    message: str
    retryable: bool


@resource
class Upload(Resource):
    upload_id: str
    """To create a source asset or a generation with, once, within an hour."""
    method: Literal["PUT"]
    url: str
    """Signed and short-lived: send the picture there, without your API key."""
    headers: dict[str, str]
    """What the PUT must be sent with: `Content-Length`, which most clients send by themselves, and `Content-Type` if you named one."""
    expires_at: str
    """Until when the PUT may start."""


@resource
class SourceAssetIngestJob(Resource):
    ingest_id: str
    status: Literal["queued", "ingesting", "ready", "failed"]
    """`ready` and `failed` are terminal: poll until one of them."""
    source_asset_id: str | None
    """The source asset to create generations from; null until `ready`."""
    failure: Failure | None
    """Why the ingest failed; null unless `failed`."""
    created_at: str
    completed_at: str | None
    """Set when the terminal state is reached."""
    updated_at: str


@resource
class SignedPicture(Resource):
    image_url: str
    """Signed and short-lived: download with GET, and read the job again for a fresh URL."""
    expires_at: str
    """When `image_url` stops working."""


@resource
class GenerationOutput(Resource):
    output_id: str
    rank: int
    """1 is the primary output."""
    is_primary: bool
    image_url: str
    """Signed and short-lived: download with GET, and read the job again for a fresh URL."""
    expires_at: str
    """When `image_url` stops working."""
    mask_url: str | None = None
    """Which pixels the model edited: a PNG of the output's size, white for edited ones, signed like `image_url`. Null if the model gives none."""
    cached: bool
    """Whether an approved output of the same configuration was used again."""
    created_at: str


@resource
class GenerationJob(Resource):
    job_id: str
    parent_job_id: str | None
    """The job that this one regenerates, or null."""
    source_asset_id: str | None
    """Null only while `status` is `ingesting`, or if the ingest failed."""
    status: Literal["ingesting", "queued", "running", "succeeded", "failed"]
    """`succeeded` and `failed` are terminal. `ingesting` applies to inline `file`, `source_url` and `upload_id` only."""
    workflow: Workflow
    capture_type: CaptureType
    mode: Literal["refurnish", "renovate", "clean", "panorama360", "floorplan"] | None
    """Equals `capture_type` for staged panoramas and floor plans; null for `pro_capture`."""
    room_types: list[RoomType]
    """Empty for `clean` jobs and if rooms do not apply."""
    style_preset: StylePreset | None
    """Null for `clean` jobs and if none was chosen."""
    include_alternates: bool
    disclosure: Disclosure | None = None
    """How the outputs say that they were altered: `label` draws it into them, `label_and_page` also gives each a public page."""
    disclosure_url: str | None = None
    """The public page of the primary output, with the original next to it; null until the job has succeeded, and without `label_and_page`."""
    listing: str | None = None
    """The listing that the job belongs to, or null. A regenerate has its parent's."""
    reference: str | None
    """The caller's value, unchanged."""
    metadata: Metadata | None
    """The caller's value, unchanged."""
    failure: Failure | None
    """Why the job failed; null unless `failed`."""
    outputs: list[GenerationOutput]
    """Empty until the job has succeeded; then the primary and, if asked for and approved, one alternate."""
    original: SignedPicture | None = None
    """The source picture that the outputs were made from, unaltered; null until the job has succeeded."""
    proposed_mask: SignedPicture | None = None
    """What would have to go, white in a PNG of the picture's size, if the model declined the job for that: correct it, and send it as `mask` of a new job. Else null."""
    created_at: str
    completed_at: str | None
    """Set when the terminal state is reached."""
    updated_at: str


@resource
class GenerationsPage(Resource):
    items: list[GenerationJob]
    """Newest first. A page may hold fewer than `limit`, or none, and still be followed by another."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


@resource
class ListedJob(Resource):
    job_id: str
    created_at: str


@resource
class ListingCounts(Resource):
    total: int
    in_progress: int
    """`ingesting`, `queued` and `running` together."""
    succeeded: int
    failed: int
    """Cancelled jobs, too."""


@resource
class Listing(Resource):
    listing: str
    counts: ListingCounts
    partially_completed: bool | None
    """Whether a job failed; null until `completed_at` is set."""
    first_job: ListedJob
    last_job: ListedJob
    closed_at: str | None
    """From then on it takes no more jobs; null while it does."""
    completed_at: str | None
    """When it was closed and its last job had ended: `listing.completed` is sent."""


@resource
class ListingWithJobs(Resource):
    listing: str
    counts: ListingCounts
    partially_completed: bool | None
    """Whether a job failed; null until `completed_at` is set."""
    first_job: ListedJob
    last_job: ListedJob
    closed_at: str | None
    """From then on it takes no more jobs; null while it does."""
    completed_at: str | None
    """When it was closed and its last job had ended: `listing.completed` is sent."""
    items: list[GenerationJob]
    """Its jobs, newest first, as `GET /api/v1/generations?listing=…` returns them."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


@resource
class ListingsPage(Resource):
    items: list[Listing]
    """In the order of their names, as ASCII sorts them."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


@resource
class CapabilitiesCombination(Resource):
    workflow: Workflow
    capture_type: CaptureType
    mode: Mode | None
    """Null: a request must not have one."""
    room_types: Literal["required", "optional", "ignored", "refused"]
    """`ignored`: allowed, without effect."""
    style_preset: Literal["required", "optional", "ignored", "refused"]
    """`ignored`: allowed, without effect."""
    mask: Literal["required", "optional", "unused"] | None = None
    """What the model does with a `mask`: it needs one, takes one, or works as without. Null: a request must not have one."""
    declined: str | None
    """Why the model declines it whatever the picture shows, in words that you can show; null if it does not."""


@resource
class CapabilitiesRoomType(Resource):
    room_type: RoomType
    declined: str | None
    """Why the model furnishes no such room, or null. It declines a photo if it declines all rooms of the request."""


@resource
class CapabilitiesRoomFamilie(Resource):
    name: str
    room_types: list[RoomType]


@resource
class CapabilitiesPictures(Resource):
    """What a source picture may be."""
    content_types: list[Literal["image/jpeg", "image/png", "image/webp"]]
    max_bytes: int
    """Of a picture by URL or upload."""
    max_mask_bytes: int | None = None
    """Of a mask by URL."""
    max_form_bytes: int
    """Of the files in a form, together."""
    max_pixels: int
    """Width times height."""
    min_short_side: int
    """In pixels."""
    max_proportion: int
    """The long side divided by the short one."""
    max_output_side: int
    """A larger picture's outputs have this long side, in pixels."""


@resource
class CapabilitiesFields(Resource):
    """Limits of a request's own fields."""
    max_reference_length: int
    """In Unicode code points."""
    max_metadata_properties: int
    max_metadata_bytes: int
    """As JSON in UTF-8."""


@resource
class Capabilities(Resource):
    combinations: list[CapabilitiesCombination]
    """What goes together in a request. Another combination is refused with 422."""
    room_types: list[CapabilitiesRoomType]
    """Every room type."""
    room_families: list[CapabilitiesRoomFamilie]
    """Several room types of a request must lie inside one family. A single one always may."""
    max_room_types: int
    """How many room types a request names at most."""
    style_presets: list[StylePreset]
    disclosures: list[Disclosure]
    pictures: CapabilitiesPictures
    """What a source picture may be."""
    fields: CapabilitiesFields
    """Limits of a request's own fields."""


@resource
class UsageSummaryAccess(Resource):
    enabled: bool
    status: Literal["active", "trialing", "past_due", "suspended", "disabled"]
    """`suspended` and `disabled` organizations are refused with 403."""
    plan: str | None
    """The name of the period's last plan; null without a plan, `sandbox` in a sandbox."""


@resource
class UsageSummaryBillingPeriod(Resource):
    start_at: str
    end_at: str
    """The next period's start."""


@resource
class UsageSummaryPlan(Resource):
    from_: str
    """From when on it applied."""
    name: str | None
    """Null if there was no plan."""
    included_units: int
    unit_price_usd: float
    """The price of a unit beyond the included ones."""
    overage_allowed: bool
    base_fee_usd: float
    """For the period, whatever is used."""
    spend_cap_usd: float | None
    """What the units of a period cost at most, or null."""


@resource
class UsageSummaryUsage(Resource):
    included: int
    """Units of the plan's allowance."""
    consumed: int
    """Billable units used."""
    overage: int
    """Units used beyond the allowance."""
    remaining: int
    """Units left of the allowance."""
    projected_overage_amount_usd: float
    """The sum of `amount_usd` of the period's billing events."""


@resource
class UsageSummaryJobs(Resource):
    total: int
    succeeded: int
    failed: int
    outputs_returned: int
    regenerate_count: int
    cache_hit_count: int


@resource
class UsageSummaryRateLimits(Resource):
    """The limits in force for the organization."""
    create_generation_per_minute: int
    """Also bounds the creation of uploads and of source assets, each counted apart."""
    regenerate_generation_per_minute: int
    get_generation_per_minute: int
    """Also bounds the reading of source assets, counted apart."""
    usage_summary_per_minute: int
    billing_events_per_minute: int
    source_url_fetch_per_minute: int
    max_concurrent_jobs: int
    """Jobs that may be in flight at once."""


@resource
class UsageSummary(Resource):
    access: UsageSummaryAccess
    billing_period: UsageSummaryBillingPeriod
    plans: list[UsageSummaryPlan] | None = None
    """The plans of the period, oldest first: one, unless it changed within the period. The last one counts."""
    plans_recorded: bool | None = None
    """False if the period is older than the record of its plan: then it is the plan in force now."""
    usage: UsageSummaryUsage
    jobs: UsageSummaryJobs
    rate_limits: UsageSummaryRateLimits
    """The limits in force for the organization."""


@resource
class BillingEventAdjustment(Resource):
    reference: str
    """The operator's, such as a ticket."""
    reason: str | None
    """In words."""
    period_start: str | None
    """The start of the closed billing period that it corrects; null if it is about the period in which it is booked."""


@resource
class BillingEvent(Resource):
    event_id: str
    occurred_at: str
    """When the event was recorded."""
    job_id: str
    source_asset_id: str
    workflow: Workflow
    capture_type: CaptureType
    mode: Literal["refurnish", "renovate", "clean", "panorama360", "floorplan"] | None = None
    room_types: RoomTypes | None = None
    style_preset: StylePreset | None = None
    usage_type: Literal["generation", "regeneration", "cache_hit", "adjustment", "sandbox"]
    """`cache_hit` and `sandbox` are not billable; `adjustment` is made by the operator."""
    config_fingerprint: str
    """The same for the same source picture and configuration."""
    billable: bool
    unit_price_usd: float
    """The plan's price of one unit; 0 if the event is not billable."""
    amount_usd: float
    """0 inside the allowance, the unit price beyond it; adjustments may be negative."""
    reference: str | None = None
    """The job's `reference`."""
    adjustment: BillingEventAdjustment | None = None
    """Why the operator adjusted a charge; null on other events, and on adjustments made before 1.1.0."""
    listing: str | None = None
    """The job's `listing`."""


@resource
class ListedStatementBillingPeriod(Resource):
    start_at: str
    """Its day is what the statement is read by."""
    end_at: str
    """The next period's start."""


@resource
class ListedStatement(Resource):
    number: str
    """The number of the statement."""
    state: Literal["open", "closed"]
    """Reading the statement of a period that is over closes it; listing does not."""
    closed_at: str | None
    billing_period: ListedStatementBillingPeriod
    currency: Literal["USD"]
    total_usd: float
    """The total of the statement; of an open one, what it would be now."""


@resource
class StatementsPage(Resource):
    items: list[ListedStatement]
    """Newest first, one for each billing period."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


@resource
class StatementReplaces(Resource):
    number: str
    closed_at: str
    total_usd: float
    voided_at: str
    """When the operator took it back."""
    reason: str
    """Why, in the operator's words."""


@resource
class StatementOrganization(Resource):
    organization_id: str
    name: str


@resource
class StatementBillingPeriod(Resource):
    start_at: str
    end_at: str


@resource
class StatementPlan(Resource):
    from_: str
    """From when on it applied."""
    name: str | None
    """Null if there was no plan."""
    included_units: int
    unit_price_usd: float
    """The price of a unit beyond the included ones."""
    overage_allowed: bool
    base_fee_usd: float
    """For the period, whatever is used."""
    spend_cap_usd: float | None
    """What the units of a period cost at most, or null."""


@resource
class StatementUnits(Resource):
    included: int
    consumed: int
    overage: int
    """Consumed beyond the included ones."""


@resource
class StatementCharge(Resource):
    unit_price_usd: float
    units: int
    amount_usd: float


@resource
class StatementChargesByReferenceReference(Resource):
    reference: str | None
    """The request's; null of the jobs without one."""
    units: int
    amount_usd: float


@resource
class StatementChargesByReferenceOthers(Resource):
    """The sum of all further references."""
    units: int
    amount_usd: float


@resource
class StatementChargesByReference(Resource):
    references: list[StatementChargesByReferenceReference]
    """In the order of their first charge, at most 200."""
    others: StatementChargesByReferenceOthers
    """The sum of all further references."""


@resource
class StatementChargesByListingListing(Resource):
    listing: str | None
    units: int
    amount_usd: float


@resource
class StatementChargesByListingOthers(Resource):
    """The sum of all further listings."""
    units: int
    amount_usd: float


@resource
class StatementChargesByListing(Resource):
    listings: list[StatementChargesByListingListing]
    """In the order of their first charge, at most 200."""
    others: StatementChargesByListingOthers
    """The sum of all further listings."""


@resource
class StatementAdjustment(Resource):
    event_id: str
    occurred_at: str
    job_id: str
    amount_usd: float
    reference: str | None
    """The operator's; null on adjustments made before 1.1.0."""
    reason: str | None
    period_start: str | None
    """The closed billing period that it corrects, or null."""
    corrects: str | None = None
    """The number of the statement that it corrects. Null if that period was not closed, and on statements that closed before 1.3.0."""


@resource
class StatementInvoiceIssuer(Resource):
    name: str
    address: str
    """With a line feed between its lines."""
    tax_id: str | None


@resource
class StatementInvoiceCustomer(Resource):
    name: str
    address: str
    """With a line feed between its lines."""
    tax_id: str | None


@resource
class StatementInvoice(Resource):
    issuer: StatementInvoiceIssuer
    customer: StatementInvoiceCustomer
    payment: str | None = None
    """How to pay, such as an IBAN, or null. With a line feed between lines."""
    due_on: str | None
    """The last day of payment. Null until the statement closes, or if nothing is to be paid."""
    net_usd: float
    """`total_usd` in whole cents; halves are rounded away from zero."""
    tax_percent: float
    tax_usd: float
    """The tax of `net_usd`, rounded likewise."""
    gross_usd: float
    """`net_usd` and `tax_usd`: what is to be paid."""
    reverse_charge: bool
    """Whether the customer accounts for the tax, and none is charged."""


@resource
class StatementLedger(Resource):
    events: int | None
    """How many billing events the period has. Null if the ledger of an open period is too long for one request."""
    sha256: str | None
    """SHA-256, in hex, of the events, oldest first, each as a line of `event_id,occurred_at,job_id,usage_type,amount_usd` in UTF-8 that ends with a line feed (the last one, too). The amount is a decimal without an exponent, without a plus and without zeros at its end: `0.25`, `0`, `-0.1`, `0.000001`. Null if the ledger of an open period is too long for one request."""


@resource
class Statement(Resource):
    number: str
    """The same for the same organization and period, unless a statement was taken back: then the next one ends with `-2`."""
    state: Literal["open", "closed"]
    """A closed statement never changes, not by a byte: one that is wrong is replaced by another. An open one says what it would be now."""
    closed_at: str | None
    replaces: StatementReplaces | None = None
    """The statement of the same period that this one replaces, or null."""
    organization: StatementOrganization
    billing_period: StatementBillingPeriod
    currency: Literal["USD"]
    plans: list[StatementPlan]
    """Oldest first. The last one's allowance and base fee count."""
    plans_recorded: bool
    """False if the period is older than the record of its plan: then it is the plan that was in force when this was drawn up."""
    units: StatementUnits
    base_fee_usd: float
    charges: list[StatementCharge] | None
    """Units with a price, by price. Null if the ledger of an open period is too long for one request."""
    charges_usd: float
    """The sum of the charges."""
    charges_by_reference: StatementChargesByReference | None = None
    """The charges by the `reference` of the requests. Null on statements that closed before 1.2.0, and if the ledger of an open period is too long for one request."""
    charges_by_listing: StatementChargesByListing | None = None
    """The charges of jobs with a `listing`, by listing: they are in `charges_by_reference`, too. Null if there are none, on statements that closed before 1.3.0, and if the ledger of an open period is too long for one request."""
    adjustments: list[StatementAdjustment] | None
    """Oldest first, the first 500 of them. Null if the ledger of an open period is too long for one request."""
    adjustment_count: int | None
    """Null if the ledger of an open period is too long for one request."""
    adjustments_usd: float
    """The sum of all adjustments that were booked in the period."""
    total_usd: float
    """The base fee, the charges and the adjustments, without tax."""
    invoice: StatementInvoice | None = None
    """What makes the statement an invoice. Null if your operator makes out no invoices with it."""
    ledger: StatementLedger


@resource
class BillingEventsPage(Resource):
    items: list[BillingEvent]
    """Newest first. With `usage_type`, a page may hold fewer than `limit`, or none, and still be followed by another."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


@resource
class ApiKey(Resource):
    key_id: str
    """The public part of the key, between its prefix and the dot."""
    name: str | None
    """What the key is for, in your words; null without one."""
    scope: Literal["billing", "read", "full"]
    """`full` does everything, `read` every GET; `billing` reads usage, billing events and statements."""
    created_at: str
    last_used_at: str | None
    """To the hour; null if it was never used."""
    expires_at: str | None
    """From then on its requests get 401; null if never."""
    revoked_at: str | None
    """Since when it is revoked; null if it is not."""


@resource
class IssuedApiKey(Resource):
    key_id: str
    """The public part of the key, between its prefix and the dot."""
    name: str | None
    """What the key is for, in your words; null without one."""
    scope: Literal["billing", "read", "full"]
    """`full` does everything, `read` every GET; `billing` reads usage, billing events and statements."""
    created_at: str
    last_used_at: str | None
    """To the hour; null if it was never used."""
    expires_at: str | None
    """From then on its requests get 401; null if never."""
    revoked_at: str | None
    """Since when it is revoked; null if it is not."""
    api_key: str
    """The key itself. Only this answer and its repeats show it."""


@resource
class ApiKeys(Resource):
    items: list[ApiKey]
    """Oldest first, with those that were revoked or have expired in the last 90 days."""
    next_cursor: str | None = None
    """Pass it as `cursor` for the next page; null on the last page."""


@resource
class WebhookReceiver(Resource):
    url: str
    """Where webhooks go."""
    failing_since: str | None
    """Since when everything sent there has failed; null if its last answer was a success."""
    disabled_at: str | None
    """Since when nothing is sent there; null if it is not disabled."""
    disabled_because: Literal["failing", "gone"] | None
    """`gone`: it answered 410. `failing`: everything has failed for 5 consecutive days."""


@resource
class WebhookSettings(Resource):
    default_url: str | None
    """Where webhooks go if a request names no URL; null if nowhere."""
    receivers: list[WebhookReceiver]
    """The URLs that are disabled, then those that are failing: 100 at most. All others are in order."""


@resource
class SigningSecret(Resource):
    signing_secret: str
    """The secret itself. Only this answer and its repeats show it."""
    created_at: str
    previous_expires_at: str | None
    """Until then messages are signed with the secret before it, too; null if there was none."""


@resource
class WebhookTest(Resource):
    webhook_id: str
    """The `webhook-id` of the message: the same at every attempt and redelivery."""
    test_id: str
    """`data.test_id` of the message."""
    url: str
    """Where it goes."""
    created_at: str


@resource
class WebhookAttempt(Resource):
    number: int
    """Counts the attempts of the message from 1."""
    redelivery_id: str | None
    """The redelivery that it belongs to; null for those that the event itself started."""
    started_at: str
    outcome: Literal["delivered", "http_error", "gone", "blocked", "dns_failed", "unreachable", "timeout", "interrupted", "endpoint_disabled", "no_signing_secret"] | None
    """How it ended; null while it is under way. `http_error` is an answer other than 2xx and 410 (`gone`). No request was made if it was `blocked` by the address, or the URL was disabled (`endpoint_disabled`), or there was no signing secret."""
    status: int | None
    """The status of your answer; null if there was none."""
    duration_ms: int | None
    """Null while it is under way."""
    answer: str | None
    """The first 500 bytes of your answer; null if there was none."""


@resource
class WebhookDelivery(Resource):
    webhook_id: str
    """The `webhook-id` of the message: the same at every attempt and redelivery."""
    type: Literal["generation.succeeded", "generation.failed", "usage.threshold_reached", "statement.closed", "listing.completed", "webhook.test"]
    """The type of the event."""
    job_id: str | None
    """The job that ended; null if the event belongs to none."""
    url: str
    """Where the latest attempt went."""
    state: Literal["delivered", "under_way", "waiting", "given_up"]
    """`delivered`: it arrived at least once. `under_way`: an attempt is being made. `waiting`: another one follows. `given_up`: none follows."""
    created_at: str
    """When the event happened."""
    next_attempt_at: str | None
    """When the next attempt is due; null if none is."""
    attempts: list[WebhookAttempt]
    """Oldest first: the latest 50."""


@resource
class WebhookDeliveriesPage(Resource):
    items: list[WebhookDelivery]
    """Newest event first, of the last 30 days."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


@resource
class Redelivery(Resource):
    webhook_id: str
    """The `webhook-id` of the message: the same at every attempt and redelivery."""
    type: Literal["generation.succeeded", "generation.failed", "usage.threshold_reached", "statement.closed", "listing.completed", "webhook.test"]
    """The type of the event."""
    job_id: str | None
    """The job that ended; null if the event belongs to none."""
    url: str
    """Where it goes."""
    redelivery_id: str
    """Its attempts have it."""
    created_at: str


class GenerationSettings(TypedDict):
    mask_url: NotRequired[str]
    """Where the service fetches the mask, like `source_url`: at most 20 MiB."""
    workflow: Workflow
    capture_type: CaptureType
    mode: NotRequired[Mode]
    """See “What goes together”."""
    room_types: NotRequired[RoomTypes]
    """Rooms of one family; see “What goes together”."""
    style_preset: NotRequired[StylePreset]
    """See “What goes together”."""
    include_alternates: NotRequired[bool]
    """Whether to return an approved alternate with the primary output. False if you omit it."""
    disclosure: NotRequired[Disclosure]
    """Whether the outputs say that they were altered. If you omit it, a create has your organization's default (`none` unless set) and a regenerate its parent's."""
    listing: NotRequired[str]
    """The home to which the picture belongs: its jobs are counted, listed and closed together, and those of one style share one look. The first job that names it makes it."""
    reference: NotRequired[str]
    """Yours; echoed unchanged in responses and webhooks. See “Sandbox” for what it decides there."""
    metadata: NotRequired[Metadata]
    """Yours; echoed unchanged in responses and webhooks: numbers by their text. At most 32 KiB of JSON."""
    webhook: NotRequired[WebhookConfig]
    """Overrides your organization's default callback URL for this job."""


class ListGenerationsQuery(TypedDict):
    status: NotRequired[Literal["ingesting", "queued", "running", "succeeded", "failed"]]
    """Only jobs that are in this state now."""
    reference: NotRequired[str]
    """Only jobs with exactly this reference of yours."""
    listing: NotRequired[str]
    """Only jobs of this listing."""
    created_from: NotRequired[str]
    """Only what was created then or later."""
    created_to: NotRequired[str]
    """Only what was created before then."""
    cursor: NotRequired[str]
    """A `next_cursor` that was returned before; without one, the first page."""
    limit: NotRequired[int]
    """How many items a page has at most."""


class ListListingsQuery(TypedDict):
    cursor: NotRequired[str]
    """A `next_cursor` that was returned before; without one, the first page."""
    limit: NotRequired[int]
    """How many items a page has at most."""


class GetListingQuery(TypedDict):
    cursor: NotRequired[str]
    """A `next_cursor` that was returned before; without one, the first page."""
    limit: NotRequired[int]
    """How many items a page has at most."""


class GetUsageSummaryQuery(TypedDict):
    period: NotRequired[str]
    """The first day of a billing period, such as `2026-03-01`: the summary of that period. Without it, of the running one."""


class ListBillingEventsQuery(TypedDict):
    occurred_from: NotRequired[str]
    """Only events recorded then or later."""
    occurred_to: NotRequired[str]
    """Only events recorded before then."""
    job_id: NotRequired[str]
    """Only what belongs to this job."""
    usage_type: NotRequired[Literal["generation", "regeneration", "cache_hit", "adjustment", "sandbox"]]
    """Only events of this type."""
    cursor: NotRequired[str]
    """A `next_cursor` that was returned before; without one, the first page."""
    limit: NotRequired[int]
    """How many items a page has at most."""


class ListStatementsQuery(TypedDict):
    cursor: NotRequired[str]
    """A `next_cursor` that was returned before; without one, the first page."""
    limit: NotRequired[int]
    """How many items a page has at most."""


class ListKeysQuery(TypedDict):
    cursor: NotRequired[str]
    """A `next_cursor` that was returned before; without one, the first page."""
    limit: NotRequired[int]
    """How many items a page has at most."""


class ListWebhookDeliveriesQuery(TypedDict):
    job_id: NotRequired[str]
    """Only what belongs to this job."""
    state: NotRequired[Literal["delivered", "under_way", "waiting", "given_up"]]
    """Only deliveries that are in this state now."""
    created_from: NotRequired[str]
    """Only what was created then or later."""
    created_to: NotRequired[str]
    """Only what was created before then."""
    cursor: NotRequired[str]
    """A `next_cursor` that was returned before; without one, the first page."""
    limit: NotRequired[int]
    """How many items a page has at most."""


@resource
class GenerationSucceededEvent(Resource):
    type: Literal["generation.succeeded"]
    timestamp: str
    """When it happened."""
    data: GenerationJob


@resource
class GenerationFailedEvent(Resource):
    type: Literal["generation.failed"]
    timestamp: str
    """When it happened."""
    data: GenerationJob


@resource
class UsageThresholdReachedEventDataBillingPeriod(Resource):
    start_at: str
    end_at: str


@resource
class UsageThresholdReachedEventData(Resource):
    billing_period: UsageThresholdReachedEventDataBillingPeriod
    limit: Literal["included_units", "spend_cap_usd"]
    """The allowance of the plan, in units, or its spend cap, in US dollars."""
    percent: Literal[80, 100]
    limit_value: float
    """The limit."""
    used_value: float
    """How much of it is used. A spend cap is used up when no further unit fits."""


@resource
class UsageThresholdReachedEvent(Resource):
    type: Literal["usage.threshold_reached"]
    timestamp: str
    """When it happened."""
    data: UsageThresholdReachedEventData


@resource
class StatementClosedEvent(Resource):
    type: Literal["statement.closed"]
    timestamp: str
    """When it happened."""
    data: ListedStatement


@resource
class ListingCompletedEvent(Resource):
    type: Literal["listing.completed"]
    timestamp: str
    """When it happened."""
    data: Listing


@resource
class WebhookTestEventData(Resource):
    test_id: str


@resource
class WebhookTestEvent(Resource):
    type: Literal["webhook.test"]
    timestamp: str
    """When it happened."""
    data: WebhookTestEventData


WebhookEvent: TypeAlias = GenerationSucceededEvent | GenerationFailedEvent | UsageThresholdReachedEvent | StatementClosedEvent | ListingCompletedEvent | WebhookTestEvent
"""What a receiver gets: decide by its `type`."""
