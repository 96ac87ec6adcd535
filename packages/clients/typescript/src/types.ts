// Made from packages/openapi/openapi.json: npm run openapi. A test compares.

export type Workflow = "staging" | "pro_capture";

export type CaptureType = "photo" | "panorama360" | "floorplan";

export type Mode = "refurnish" | "renovate" | "clean";

export type StylePreset = "modern" | "scandi" | "boho" | "country" | "industrial" | "mediterranean" | "luxury" | "eclectic" | "japandia";

export type Disclosure = "none" | "label" | "label_and_page";

export type RoomType = "Living Room" | "Kitchen" | "Dining Room" | "Bathroom" | "Shower" | "Toilet" | "Bedroom" | "Children's Room" | "Hallway" | "Office" | "Closet" | "Laundry" | "Basement" | "Attic" | "Garage" | "Balcony" | "Terrace" | "Garden" | "Exterior" | "Gym" | "Sauna" | "Pool" | "Staircase" | "Utility Room" | "Studio" | "Library" | "Wine Cellar" | "Home Theater";

export type RoomTypes = Array<RoomType>;

export type Metadata = Record<string, string | number | boolean | null>;

export type WebhookConfig = {
  url: string;
};

export type CreateUploadRequest = {
  /** How many bytes the picture has, exactly: at most 50 MiB. */
  content_length: number;
  /** What the picture is. The PUT must then name it too. */
  content_type?: "image/jpeg" | "image/png" | "image/webp";
};

export type CreateSourceAssetRequest = CreateSourceAssetFromUrl | CreateSourceAssetFromUpload;

export type CreateGenerationRequest = CreateGenerationFromUrl | CreateGenerationFromAsset | CreateGenerationFromUpload;

export type RegenerateRequest = {
  /** See “What goes together”. */
  mode?: Mode;
  /** Rooms of one family; see “What goes together”. */
  room_types?: RoomTypes;
  /** See “What goes together”. */
  style_preset?: StylePreset;
  /** Whether the outputs say that they were altered. If you omit it, a create has your organization's default (`none` unless set) and a regenerate its parent's. */
  disclosure?: Disclosure;
  /** Yours; echoed unchanged in responses and webhooks. See “Sandbox” for what it decides there. */
  reference?: string;
  /** Yours; echoed unchanged in responses and webhooks: numbers by their text. At most 32 KiB of JSON. */
  metadata?: Metadata;
  /** Overrides your organization's default callback URL for this job. */
  webhook?: WebhookConfig;
};

export type CancelRequest = {
  
};

export type CloseListingRequest = {
  
};

export type CreateKeyRequest = {
  scope: "billing" | "read" | "full";
  name?: string;
  expires_at?: string;
};

export type PutWebhookSettingsRequest = {
  default_url?: string | null;
  enable?: Array<string>;
};

export type CreateSigningSecretRequest = {
  
};

export type TestWebhookRequest = {
  url?: string;
};

export type RedeliverWebhookRequest = {
  
};

export type Failure = {
  code: FailureCode;
  message: string;
  retryable: boolean;
};

export type Upload = {
  /** To create a source asset or a generation with, once, within an hour. */
  upload_id: string;
  method: "PUT";
  /** Signed and short-lived: send the picture there, without your API key. */
  url: string;
  /** What the PUT must be sent with: `Content-Length`, which most clients send by themselves, and `Content-Type` if you named one. */
  headers: Record<string, string>;
  /** Until when the PUT may start. */
  expires_at: string;
};

export type SourceAssetIngestJob = {
  ingest_id: string;
  /** `ready` and `failed` are terminal: poll until one of them. */
  status: "queued" | "ingesting" | "ready" | "failed";
  /** The source asset to create generations from; null until `ready`. */
  source_asset_id: string | null;
  /** Why the ingest failed; null unless `failed`. */
  failure: Failure | null;
  created_at: string;
  /** Set when the terminal state is reached. */
  completed_at: string | null;
  updated_at: string;
};

export type SignedPicture = {
  /** Signed and short-lived: download with GET, and read the job again for a fresh URL. */
  image_url: string;
  /** When `image_url` stops working. */
  expires_at: string;
};

export type GenerationOutput = {
  output_id: string;
  /** 1 is the primary output. */
  rank: number;
  is_primary: boolean;
  /** Signed and short-lived: download with GET, and read the job again for a fresh URL. */
  image_url: string;
  /** When `image_url` stops working. */
  expires_at: string;
  /** Which pixels the model edited: a PNG of the output's size, white for edited ones, signed like `image_url`. Null if the model gives none. */
  mask_url?: string | null;
  /** Whether an approved output of the same configuration was used again. */
  cached: boolean;
  created_at: string;
};

export type GenerationJob = {
  job_id: string;
  /** The job that this one regenerates, or null. */
  parent_job_id: string | null;
  /** Null only while `status` is `ingesting`, or if the ingest failed. */
  source_asset_id: string | null;
  /** `succeeded` and `failed` are terminal. `ingesting` applies to inline `file`, `source_url` and `upload_id` only. */
  status: "ingesting" | "queued" | "running" | "succeeded" | "failed";
  workflow: Workflow;
  capture_type: CaptureType;
  /** Equals `capture_type` for staged panoramas and floor plans; null for `pro_capture`. */
  mode: "refurnish" | "renovate" | "clean" | "panorama360" | "floorplan" | null;
  /** Empty for `clean` jobs and if rooms do not apply. */
  room_types: Array<RoomType>;
  /** Null for `clean` jobs and if none was chosen. */
  style_preset: StylePreset | null;
  include_alternates: boolean;
  /** How the outputs say that they were altered: `label` draws it into them, `label_and_page` also gives each a public page. */
  disclosure?: Disclosure;
  /** The public page of the primary output, with the original next to it; null until the job has succeeded, and without `label_and_page`. */
  disclosure_url?: string | null;
  /** The listing that the job belongs to, or null. A regenerate has its parent's. */
  listing?: string | null;
  /** The caller's value, unchanged. */
  reference: string | null;
  /** The caller's value, unchanged. */
  metadata: Metadata | null;
  /** Why the job failed; null unless `failed`. */
  failure: Failure | null;
  /** Empty until the job has succeeded; then the primary and, if asked for and approved, one alternate. */
  outputs: Array<GenerationOutput>;
  /** The source picture that the outputs were made from, unaltered; null until the job has succeeded. */
  original?: SignedPicture | null;
  /** What would have to go, white in a PNG of the picture's size, if the model declined the job for that: correct it, and send it as `mask` of a new job. Else null. */
  proposed_mask?: SignedPicture | null;
  created_at: string;
  /** Set when the terminal state is reached. */
  completed_at: string | null;
  updated_at: string;
};

export type GenerationsPage = {
  /** Newest first. A page may hold fewer than `limit`, or none, and still be followed by another. */
  items: Array<GenerationJob>;
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null;
};

export type ListedJob = {
  job_id: string;
  created_at: string;
};

export type ListingCounts = {
  total: number;
  /** `ingesting`, `queued` and `running` together. */
  in_progress: number;
  succeeded: number;
  /** Cancelled jobs, too. */
  failed: number;
};

export type Listing = {
  listing: string;
  counts: ListingCounts;
  /** Whether a job failed; null until `completed_at` is set. */
  partially_completed: boolean | null;
  first_job: ListedJob;
  last_job: ListedJob;
  /** From then on it takes no more jobs; null while it does. */
  closed_at: string | null;
  /** When it was closed and its last job had ended: `listing.completed` is sent. */
  completed_at: string | null;
};

export type ListingWithJobs = {
  listing: string;
  counts: ListingCounts;
  /** Whether a job failed; null until `completed_at` is set. */
  partially_completed: boolean | null;
  first_job: ListedJob;
  last_job: ListedJob;
  /** From then on it takes no more jobs; null while it does. */
  closed_at: string | null;
  /** When it was closed and its last job had ended: `listing.completed` is sent. */
  completed_at: string | null;
  /** Its jobs, newest first, as `GET /api/v1/generations?listing=…` returns them. */
  items: Array<GenerationJob>;
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null;
};

export type ListingsPage = {
  /** In the order of their names, as ASCII sorts them. */
  items: Array<Listing>;
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null;
};

export type Capabilities = {
  /** What goes together in a request. Another combination is refused with 422. */
  combinations: Array<{
    workflow: Workflow;
    capture_type: CaptureType;
    /** Null: a request must not have one. */
    mode: Mode | null;
    /** `ignored`: allowed, without effect. */
    room_types: "required" | "optional" | "ignored" | "refused";
    /** `ignored`: allowed, without effect. */
    style_preset: "required" | "optional" | "ignored" | "refused";
    /** What the model does with a `mask`: it needs one, takes one, or works as without. Null: a request must not have one. */
    mask?: "required" | "optional" | "unused" | null;
    /** Why the model declines it whatever the picture shows, in words that you can show; null if it does not. */
    declined: string | null;
  }>;
  /** Every room type. */
  room_types: Array<{
    room_type: RoomType;
    /** Why the model furnishes no such room, or null. It declines a photo if it declines all rooms of the request. */
    declined: string | null;
  }>;
  /** Several room types of a request must lie inside one family. A single one always may. */
  room_families: Array<{
    name: string;
    room_types: Array<RoomType>;
  }>;
  /** How many room types a request names at most. */
  max_room_types: number;
  style_presets: Array<StylePreset>;
  disclosures: Array<Disclosure>;
  /** What a source picture may be. */
  pictures: {
    content_types: Array<"image/jpeg" | "image/png" | "image/webp">;
    /** Of a picture by URL or upload. */
    max_bytes: number;
    /** Of a mask by URL. */
    max_mask_bytes?: number;
    /** Of the files in a form, together. */
    max_form_bytes: number;
    /** Width times height. */
    max_pixels: number;
    /** In pixels. */
    min_short_side: number;
    /** The long side divided by the short one. */
    max_proportion: number;
    /** A larger picture's outputs have this long side, in pixels. */
    max_output_side: number;
  };
  /** Limits of a request's own fields. */
  fields: {
    /** In Unicode code points. */
    max_reference_length: number;
    max_metadata_properties: number;
    /** As JSON in UTF-8. */
    max_metadata_bytes: number;
  };
};

export type UsageSummary = {
  access: {
    enabled: boolean;
    /** `suspended` and `disabled` organizations are refused with 403. */
    status: "active" | "trialing" | "past_due" | "suspended" | "disabled";
    /** The name of the period's last plan; null without a plan, `sandbox` in a sandbox. */
    plan: string | null;
  };
  billing_period: {
    start_at: string;
    /** The next period's start. */
    end_at: string;
  };
  /** The plans of the period, oldest first: one, unless it changed within the period. The last one counts. */
  plans?: Array<{
    /** From when on it applied. */
    from: string;
    /** Null if there was no plan. */
    name: string | null;
    included_units: number;
    /** The price of a unit beyond the included ones. */
    unit_price_usd: number;
    overage_allowed: boolean;
    /** For the period, whatever is used. */
    base_fee_usd: number;
    /** What the units of a period cost at most, or null. */
    spend_cap_usd: number | null;
  }>;
  /** False if the period is older than the record of its plan: then it is the plan in force now. */
  plans_recorded?: boolean;
  usage: {
    /** Units of the plan's allowance. */
    included: number;
    /** Billable units used. */
    consumed: number;
    /** Units used beyond the allowance. */
    overage: number;
    /** Units left of the allowance. */
    remaining: number;
    /** The sum of `amount_usd` of the period's billing events. */
    projected_overage_amount_usd: number;
  };
  jobs: {
    total: number;
    succeeded: number;
    failed: number;
    outputs_returned: number;
    regenerate_count: number;
    cache_hit_count: number;
  };
  /** The limits in force for the organization. */
  rate_limits: {
    /** Also bounds the creation of uploads and of source assets, each counted apart. */
    create_generation_per_minute: number;
    regenerate_generation_per_minute: number;
    /** Also bounds the reading of source assets, counted apart. */
    get_generation_per_minute: number;
    usage_summary_per_minute: number;
    billing_events_per_minute: number;
    source_url_fetch_per_minute: number;
    /** Jobs that may be in flight at once. */
    max_concurrent_jobs: number;
  };
};

export type BillingEvent = {
  event_id: string;
  /** When the event was recorded. */
  occurred_at: string;
  job_id: string;
  source_asset_id: string;
  workflow: Workflow;
  capture_type: CaptureType;
  mode?: "refurnish" | "renovate" | "clean" | "panorama360" | "floorplan" | null;
  room_types?: RoomTypes;
  style_preset?: StylePreset | null;
  /** `cache_hit` and `sandbox` are not billable; `adjustment` is made by the operator. */
  usage_type: "generation" | "regeneration" | "cache_hit" | "adjustment" | "sandbox";
  /** The same for the same source picture and configuration. */
  config_fingerprint: string;
  billable: boolean;
  /** The plan's price of one unit; 0 if the event is not billable. */
  unit_price_usd: number;
  /** 0 inside the allowance, the unit price beyond it; adjustments may be negative. */
  amount_usd: number;
  /** The job's `reference`. */
  reference?: string | null;
  /** Why the operator adjusted a charge; null on other events, and on adjustments made before 1.1.0. */
  adjustment?: {
    /** The operator's, such as a ticket. */
    reference: string;
    /** In words. */
    reason: string | null;
    /** The start of the closed billing period that it corrects; null if it is about the period in which it is booked. */
    period_start: string | null;
  } | null;
  /** The job's `listing`. */
  listing?: string | null;
};

export type ListedStatement = {
  /** The number of the statement. */
  number: string;
  /** Reading the statement of a period that is over closes it; listing does not. */
  state: "open" | "closed";
  closed_at: string | null;
  billing_period: {
    /** Its day is what the statement is read by. */
    start_at: string;
    /** The next period's start. */
    end_at: string;
  };
  currency: "USD";
  /** The total of the statement; of an open one, what it would be now. */
  total_usd: number;
};

export type StatementsPage = {
  /** Newest first, one for each billing period. */
  items: Array<ListedStatement>;
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null;
};

export type Statement = {
  /** The same for the same organization and period, unless a statement was taken back: then the next one ends with `-2`. */
  number: string;
  /** A closed statement never changes, not by a byte: one that is wrong is replaced by another. An open one says what it would be now. */
  state: "open" | "closed";
  closed_at: string | null;
  /** The statement of the same period that this one replaces, or null. */
  replaces?: {
    number: string;
    closed_at: string;
    total_usd: number;
    /** When the operator took it back. */
    voided_at: string;
    /** Why, in the operator's words. */
    reason: string;
  } | null;
  organization: {
    organization_id: string;
    name: string;
  };
  billing_period: {
    start_at: string;
    end_at: string;
  };
  currency: "USD";
  /** Oldest first. The last one's allowance and base fee count. */
  plans: Array<{
    /** From when on it applied. */
    from: string;
    /** Null if there was no plan. */
    name: string | null;
    included_units: number;
    /** The price of a unit beyond the included ones. */
    unit_price_usd: number;
    overage_allowed: boolean;
    /** For the period, whatever is used. */
    base_fee_usd: number;
    /** What the units of a period cost at most, or null. */
    spend_cap_usd: number | null;
  }>;
  /** False if the period is older than the record of its plan: then it is the plan that was in force when this was drawn up. */
  plans_recorded: boolean;
  units: {
    included: number;
    consumed: number;
    /** Consumed beyond the included ones. */
    overage: number;
  };
  base_fee_usd: number;
  /** Units with a price, by price. Null if the ledger of an open period is too long for one request. */
  charges: Array<{
    unit_price_usd: number;
    units: number;
    amount_usd: number;
  }> | null;
  /** The sum of the charges. */
  charges_usd: number;
  /** The charges by the `reference` of the requests. Null on statements that closed before 1.2.0, and if the ledger of an open period is too long for one request. */
  charges_by_reference?: {
    /** In the order of their first charge, at most 200. */
    references: Array<{
      /** The request's; null of the jobs without one. */
      reference: string | null;
      units: number;
      amount_usd: number;
    }>;
    /** The sum of all further references. */
    others: {
      units: number;
      amount_usd: number;
    };
  } | null;
  /** The charges of jobs with a `listing`, by listing: they are in `charges_by_reference`, too. Null if there are none, on statements that closed before 1.3.0, and if the ledger of an open period is too long for one request. */
  charges_by_listing?: {
    /** In the order of their first charge, at most 200. */
    listings: Array<{
      listing: string | null;
      units: number;
      amount_usd: number;
    }>;
    /** The sum of all further listings. */
    others: {
      units: number;
      amount_usd: number;
    };
  } | null;
  /** Oldest first, the first 500 of them. Null if the ledger of an open period is too long for one request. */
  adjustments: Array<{
    event_id: string;
    occurred_at: string;
    job_id: string;
    amount_usd: number;
    /** The operator's; null on adjustments made before 1.1.0. */
    reference: string | null;
    reason: string | null;
    /** The closed billing period that it corrects, or null. */
    period_start: string | null;
    /** The number of the statement that it corrects. Null if that period was not closed, and on statements that closed before 1.3.0. */
    corrects?: string | null;
  }> | null;
  /** Null if the ledger of an open period is too long for one request. */
  adjustment_count: number | null;
  /** The sum of all adjustments that were booked in the period. */
  adjustments_usd: number;
  /** The base fee, the charges and the adjustments, without tax. */
  total_usd: number;
  /** What makes the statement an invoice. Null if your operator makes out no invoices with it. */
  invoice?: {
    issuer: {
      name: string;
      /** With a line feed between its lines. */
      address: string;
      tax_id: string | null;
    };
    customer: {
      name: string;
      /** With a line feed between its lines. */
      address: string;
      tax_id: string | null;
    };
    /** How to pay, such as an IBAN, or null. With a line feed between lines. */
    payment?: string | null;
    /** The last day of payment. Null until the statement closes, or if nothing is to be paid. */
    due_on: string | null;
    /** `total_usd` in whole cents; halves are rounded away from zero. */
    net_usd: number;
    tax_percent: number;
    /** The tax of `net_usd`, rounded likewise. */
    tax_usd: number;
    /** `net_usd` and `tax_usd`: what is to be paid. */
    gross_usd: number;
    /** Whether the customer accounts for the tax, and none is charged. */
    reverse_charge: boolean;
  } | null;
  ledger: {
    /** How many billing events the period has. Null if the ledger of an open period is too long for one request. */
    events: number | null;
    /** SHA-256, in hex, of the events, oldest first, each as a line of `event_id,occurred_at,job_id,usage_type,amount_usd` in UTF-8 that ends with a line feed (the last one, too). The amount is a decimal without an exponent, without a plus and without zeros at its end: `0.25`, `0`, `-0.1`, `0.000001`. Null if the ledger of an open period is too long for one request. */
    sha256: string | null;
  };
};

export type BillingEventsPage = {
  /** Newest first. With `usage_type`, a page may hold fewer than `limit`, or none, and still be followed by another. */
  items: Array<BillingEvent>;
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null;
};

export type ApiKey = {
  /** The public part of the key, between its prefix and the dot. */
  key_id: string;
  /** What the key is for, in your words; null without one. */
  name: string | null;
  /** `full` does everything, `read` every GET; `billing` reads usage, billing events and statements. */
  scope: "billing" | "read" | "full";
  created_at: string;
  /** To the hour; null if it was never used. */
  last_used_at: string | null;
  /** From then on its requests get 401; null if never. */
  expires_at: string | null;
  /** Since when it is revoked; null if it is not. */
  revoked_at: string | null;
};

export type IssuedApiKey = {
  /** The public part of the key, between its prefix and the dot. */
  key_id: string;
  /** What the key is for, in your words; null without one. */
  name: string | null;
  /** `full` does everything, `read` every GET; `billing` reads usage, billing events and statements. */
  scope: "billing" | "read" | "full";
  created_at: string;
  /** To the hour; null if it was never used. */
  last_used_at: string | null;
  /** From then on its requests get 401; null if never. */
  expires_at: string | null;
  /** Since when it is revoked; null if it is not. */
  revoked_at: string | null;
  /** The key itself. Only this answer and its repeats show it. */
  api_key: string;
};

export type ApiKeys = {
  /** Oldest first, with those that were revoked or have expired in the last 90 days. */
  items: Array<ApiKey>;
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor?: string | null;
};

export type WebhookReceiver = {
  /** Where webhooks go. */
  url: string;
  /** Since when everything sent there has failed; null if its last answer was a success. */
  failing_since: string | null;
  /** Since when nothing is sent there; null if it is not disabled. */
  disabled_at: string | null;
  /** `gone`: it answered 410. `failing`: everything has failed for 5 consecutive days. */
  disabled_because: "failing" | "gone" | null;
};

export type WebhookSettings = {
  /** Where webhooks go if a request names no URL; null if nowhere. */
  default_url: string | null;
  /** The URLs that are disabled, then those that are failing: 100 at most. All others are in order. */
  receivers: Array<WebhookReceiver>;
};

export type SigningSecret = {
  /** The secret itself. Only this answer and its repeats show it. */
  signing_secret: string;
  created_at: string;
  /** Until then messages are signed with the secret before it, too; null if there was none. */
  previous_expires_at: string | null;
};

export type WebhookTest = {
  /** The `webhook-id` of the message: the same at every attempt and redelivery. */
  webhook_id: string;
  /** `data.test_id` of the message. */
  test_id: string;
  /** Where it goes. */
  url: string;
  created_at: string;
};

export type WebhookAttempt = {
  /** Counts the attempts of the message from 1. */
  number: number;
  /** The redelivery that it belongs to; null for those that the event itself started. */
  redelivery_id: string | null;
  started_at: string;
  /** How it ended; null while it is under way. `http_error` is an answer other than 2xx and 410 (`gone`). No request was made if it was `blocked` by the address, or the URL was disabled (`endpoint_disabled`), or there was no signing secret. */
  outcome: "delivered" | "http_error" | "gone" | "blocked" | "dns_failed" | "unreachable" | "timeout" | "interrupted" | "endpoint_disabled" | "no_signing_secret" | null;
  /** The status of your answer; null if there was none. */
  status: number | null;
  /** Null while it is under way. */
  duration_ms: number | null;
  /** The first 500 bytes of your answer; null if there was none. */
  answer: string | null;
};

export type WebhookDelivery = {
  /** The `webhook-id` of the message: the same at every attempt and redelivery. */
  webhook_id: string;
  /** The type of the event. */
  type: "generation.succeeded" | "generation.failed" | "usage.threshold_reached" | "statement.closed" | "listing.completed" | "webhook.test";
  /** The job that ended; null if the event belongs to none. */
  job_id: string | null;
  /** Where the latest attempt went. */
  url: string;
  /** `delivered`: it arrived at least once. `under_way`: an attempt is being made. `waiting`: another one follows. `given_up`: none follows. */
  state: "delivered" | "under_way" | "waiting" | "given_up";
  /** When the event happened. */
  created_at: string;
  /** When the next attempt is due; null if none is. */
  next_attempt_at: string | null;
  /** Oldest first: the latest 50. */
  attempts: Array<WebhookAttempt>;
};

export type WebhookDeliveriesPage = {
  /** Newest event first, of the last 30 days. */
  items: Array<WebhookDelivery>;
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null;
};

export type Redelivery = {
  /** The `webhook-id` of the message: the same at every attempt and redelivery. */
  webhook_id: string;
  /** The type of the event. */
  type: "generation.succeeded" | "generation.failed" | "usage.threshold_reached" | "statement.closed" | "listing.completed" | "webhook.test";
  /** The job that ended; null if the event belongs to none. */
  job_id: string | null;
  /** Where it goes. */
  url: string;
  /** Its attempts have it. */
  redelivery_id: string;
  created_at: string;
};

export type Error = {
  error: {
    /** Stable: decide by it, and by the status. */
    code: RefusalCode | "internal_error";
    /** For people: says what to change. May be reworded at any time. */
    message: string;
    /** Whether the same request may succeed later, without a change. */
    retryable: boolean;
    /** Seconds to wait before trying again, equal to the `Retry-After` header; null if it does not apply. */
    retry_after: number | null;
  };
};

export type CreateSourceAssetFromUrl = {
  /** Where the service fetches the picture: HTTPS on port 443, on the public internet. */
  source_url: string;
};

export type CreateSourceAssetFromUpload = {
  /** An upload of your organization, put and not used before, at most an hour old. */
  upload_id: string;
};

export type CreateGenerationFromUrl = {
  /** Where the service fetches the picture: HTTPS on port 443, on the public internet. */
  source_url: string;
} & GenerationSettings;

export type CreateGenerationFromAsset = {
  /** A source asset of your organization. */
  source_asset_id: string;
} & GenerationSettings;

export type CreateGenerationFromUpload = {
  /** An upload of your organization, put and not used before, at most an hour old. */
  upload_id: string;
} & GenerationSettings;

export type CreateSourceAssetForm = {
  /** The picture: JPEG, PNG or WebP, at most 4 MiB. */
  file: Blob;
};

export type CreateGenerationForm = {
  /** The picture: JPEG, PNG or WebP, at most 4 MiB. */
  file: Blob;
} & GenerationSettings;

export type ListGenerationsQuery = {
  /** Only jobs that are in this state now. */
  status?: "ingesting" | "queued" | "running" | "succeeded" | "failed";
  /** Only jobs with exactly this reference of yours. */
  reference?: string;
  /** Only jobs of this listing. */
  listing?: string;
  /** Only what was created then or later. */
  created_from?: string;
  /** Only what was created before then. */
  created_to?: string;
  /** A `next_cursor` that was returned before; without one, the first page. */
  cursor?: string;
  /** How many items a page has at most. */
  limit?: number;
};

export type ListListingsQuery = {
  /** A `next_cursor` that was returned before; without one, the first page. */
  cursor?: string;
  /** How many items a page has at most. */
  limit?: number;
};

export type GetListingQuery = {
  /** A `next_cursor` that was returned before; without one, the first page. */
  cursor?: string;
  /** How many items a page has at most. */
  limit?: number;
};

export type GetUsageSummaryQuery = {
  /** The first day of a billing period, such as `2026-03-01`: the summary of that period. Without it, of the running one. */
  period?: string;
};

export type ListBillingEventsQuery = {
  /** Only events recorded then or later. */
  occurred_from?: string;
  /** Only events recorded before then. */
  occurred_to?: string;
  /** Only what belongs to this job. */
  job_id?: string;
  /** Only events of this type. */
  usage_type?: "generation" | "regeneration" | "cache_hit" | "adjustment" | "sandbox";
  /** A `next_cursor` that was returned before; without one, the first page. */
  cursor?: string;
  /** How many items a page has at most. */
  limit?: number;
};

export type ListStatementsQuery = {
  /** A `next_cursor` that was returned before; without one, the first page. */
  cursor?: string;
  /** How many items a page has at most. */
  limit?: number;
};

export type ListKeysQuery = {
  /** A `next_cursor` that was returned before; without one, the first page. */
  cursor?: string;
  /** How many items a page has at most. */
  limit?: number;
};

export type ListWebhookDeliveriesQuery = {
  /** Only what belongs to this job. */
  job_id?: string;
  /** Only deliveries that are in this state now. */
  state?: "delivered" | "under_way" | "waiting" | "given_up";
  /** Only what was created then or later. */
  created_from?: string;
  /** Only what was created before then. */
  created_to?: string;
  /** A `next_cursor` that was returned before; without one, the first page. */
  cursor?: string;
  /** How many items a page has at most. */
  limit?: number;
};

/** Why a request is refused. */
export type RefusalCode = "bad_request" | "unauthorized" | "forbidden" | "entitlement_required" | "not_found" | "idempotency_conflict" | "listing_closed" | "validation_error" | "rate_limited";

/** Why a job or an ingest failed. */
export type FailureCode = "source_url_blocked" | "source_url_dns_failed" | "source_url_unreachable" | "source_url_http_error" | "source_fetch_timeout" | "source_too_large" | "upload_missing" | "unsupported_image_format" | "invalid_image" | "image_dimensions_unsupported" | "invalid_mask" | "no_approved_output" | "inference_failed" | "inference_timeout" | "cancelled" | "internal_error";

/** What goes together in a request. */
export type GenerationChoice =
  | { workflow: "staging"; capture_type: "photo"; mode: "refurnish" | "renovate"; room_types: RoomTypes; style_preset?: StylePreset }
  | { workflow: "staging"; capture_type: "photo"; mode: "clean"; room_types?: RoomTypes; style_preset?: StylePreset }
  | { workflow: "staging"; capture_type: "panorama360"; mode?: never; room_types?: never; style_preset: StylePreset; mask?: never; mask_url?: never }
  | { workflow: "staging"; capture_type: "floorplan"; mode?: never; room_types?: never; style_preset?: StylePreset; mask?: never; mask_url?: never }
  | { workflow: "pro_capture"; capture_type: "photo"; mode?: never; room_types?: never; style_preset?: never; mask?: never; mask_url?: never }
  | { workflow: "pro_capture"; capture_type: "panorama360"; mode?: never; room_types?: never; style_preset?: never; mask?: never; mask_url?: never }
  | { workflow: "pro_capture"; capture_type: "floorplan"; mode?: never; room_types?: never; style_preset?: never; mask?: never; mask_url?: never };

/** What to make of a picture, if only the service checks what goes together: see `unchecked`. */
export type UncheckedSettings = {
  /** Where the service fetches the mask, like `source_url`: at most 20 MiB. */
  mask_url?: string;
  workflow: Workflow;
  capture_type: CaptureType;
  /** See “What goes together”. */
  mode?: Mode;
  /** Rooms of one family; see “What goes together”. */
  room_types?: RoomTypes;
  /** See “What goes together”. */
  style_preset?: StylePreset;
  /** Whether to return an approved alternate with the primary output. False if you omit it. */
  include_alternates?: boolean;
  /** Whether the outputs say that they were altered. If you omit it, a create has your organization's default (`none` unless set) and a regenerate its parent's. */
  disclosure?: Disclosure;
  /** The home to which the picture belongs: its jobs are counted, listed and closed together, and those of one style share one look. The first job that names it makes it. */
  listing?: string;
  /** Yours; echoed unchanged in responses and webhooks. See “Sandbox” for what it decides there. */
  reference?: string;
  /** Yours; echoed unchanged in responses and webhooks: numbers by their text. At most 32 KiB of JSON. */
  metadata?: Metadata;
  /** Overrides your organization's default callback URL for this job. */
  webhook?: WebhookConfig;
};

/** What to make of a picture. */
export type GenerationSettings = GenerationChoice & Omit<UncheckedSettings, keyof GenerationChoice>;

/** What a receiver gets, by its type. */
export type WebhookEvents = {
  "generation.succeeded": {
    type: "generation.succeeded";
    /** When it happened. */
    timestamp: string;
    data: GenerationJob;
  };
  "generation.failed": {
    type: "generation.failed";
    /** When it happened. */
    timestamp: string;
    data: GenerationJob;
  };
  "usage.threshold_reached": {
    type: "usage.threshold_reached";
    /** When it happened. */
    timestamp: string;
    data: {
      billing_period: {
        start_at: string;
        end_at: string;
      };
      /** The allowance of the plan, in units, or its spend cap, in US dollars. */
      limit: "included_units" | "spend_cap_usd";
      percent: 80 | 100;
      /** The limit. */
      limit_value: number;
      /** How much of it is used. A spend cap is used up when no further unit fits. */
      used_value: number;
    };
  };
  "statement.closed": {
    type: "statement.closed";
    /** When it happened. */
    timestamp: string;
    data: ListedStatement;
  };
  "listing.completed": {
    type: "listing.completed";
    /** When it happened. */
    timestamp: string;
    data: Listing;
  };
  "webhook.test": {
    type: "webhook.test";
    /** When it happened. */
    timestamp: string;
    data: {
      test_id: string;
    };
  };
};
