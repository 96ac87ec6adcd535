import { listingClosed, type RefusalCode } from "../../../domain/errors.ts";
import { sandboxReferences } from "../../../domain/generation/sandbox.ts";
import { unusableUpload } from "../../../domain/source-asset/upload.ts";
import { StylePreset } from "../../../domain/vocabulary.ts";
import { statusOf } from "../../chain/responses.ts";
import { RegenerateGeneration } from "../generations/regenerate.ts";

export type Code = RefusalCode | "internal_error";
export type ErrorExample = {
  status: number;
  value: { error: { code: Code; message: string; retryable: boolean; retry_after: number | null } };
};

const refusal = (code: RefusalCode, message: string, retry_after: number | null = null): ErrorExample => ({
  status: statusOf[code],
  value: { error: { code, message, retryable: code === "rate_limited", retry_after } },
});

const badRequest = (message: string) => refusal("bad_request", message);
const invalid = (message: string) => refusal("validation_error", message);

/** Every error by example, in the service's own words: test/lambdas/api/routes.errors.test.ts provokes each. */
export const errorExamples = {
  malformed_json: badRequest("The body is not well-formed JSON."),
  malformed_multipart: badRequest(
    "The multipart/form-data body cannot be read: Unexpected end of multipart data.",
  ),
  unsupported_type: badRequest("Send the body as application/json or as multipart/form-data."),
  one_picture: badRequest(
    "Send exactly one picture: source_url or upload_id in a JSON body, or file in a multipart/form-data body.",
  ),
  one_source: badRequest(
    "Send exactly one of file, source_url, source_asset_id and upload_id: the request has source_url and source_asset_id.",
  ),
  unsupported_override: badRequest(
    `workflow cannot be overridden. A regeneration takes ${Object.keys(RegenerateGeneration.body.entries).join(", ")}.`,
  ),
  idempotency_key_missing: badRequest(
    "Send an Idempotency-Key header of 1 to 200 characters, a new one for each new request.",
  ),
  foreign_cursor: badRequest("cursor is not a next_cursor of this organization's billing events."),
  foreign_statements_cursor: badRequest("cursor is not a next_cursor of this organization's statements."),
  cursor_of_another_list: badRequest(
    "cursor is not a next_cursor of this organization's generations with these filters.",
  ),
  cursor_of_other_deliveries: badRequest(
    "cursor is not a next_cursor of this organization's webhook deliveries with these filters.",
  ),
  foreign_keys_cursor: badRequest("cursor is not a next_cursor of this organization's keys."),
  foreign_listings_cursor: badRequest("cursor is not a next_cursor of this organization's listings."),
  cursor_of_another_listing: badRequest("cursor is not a next_cursor of this listing."),
  unauthorized: refusal(
    "unauthorized",
    "Send a valid API key in the header Authorization: Bearer stg_live_<public_key_id>.<secret>, or stg_test_ of a sandbox.",
  ),
  access_suspended: refusal(
    "forbidden",
    "API access is not enabled for this organization: its access is suspended.",
  ),
  not_approved: refusal("forbidden", "API access is not enabled for this organization: it is not approved."),
  scope_too_narrow: refusal(
    "forbidden",
    "This key has the scope billing, and the request needs read. Use a key with a scope that includes it.",
  ),
  two_masks: badRequest("Send mask or mask_url, not both."),
  allowance_used_up: refusal(
    "entitlement_required",
    "The plan's allowance for this billing period is used up and overage is not allowed.",
  ),
  spend_cap_reached: refusal(
    "entitlement_required",
    "The plan's spend cap for this billing period is reached.",
  ),
  generation_not_found: refusal("not_found", "There is no generation with this id."),
  ingest_not_found: refusal("not_found", "There is no source asset ingest job with this id."),
  listing_not_found: refusal("not_found", "There is no listing with this name."),
  key_not_found: refusal("not_found", "There is no API key with this id."),
  delivery_not_found: refusal("not_found", "There is no webhook delivery with this id."),
  period_before_organization: refusal(
    "not_found",
    "The organization did not exist in that billing period: its first one began on 2026-11-01.",
  ),
  idempotency_conflict: refusal(
    "idempotency_conflict",
    "This Idempotency-Key was used for a different request. Use a new key.",
  ),
  listing_closed: refusal("listing_closed", listingClosed("elm-street-5").message),
  request_too_large: {
    ...badRequest("The request is too large: its body may have about 4.4 MB."),
    status: 413,
  },
  encoded_body: {
    ...badRequest("Send the body as it is, without Content-Encoding: gzip."),
    status: 415,
  },
  field_required: invalid(
    "mode is required for staging with capture_type photo: one of refurnish, renovate, clean.",
  ),
  field_not_allowed: invalid(
    "room_types is not allowed for staging with capture_type panorama360: leave it out.",
  ),
  room_family: invalid(
    "room_types with more than one entry must lie inside one family: open plan (Living Room, Kitchen, Dining Room), wet rooms (Bathroom, Shower, Toilet), or studio (Bedroom with Living Room, Kitchen or Dining Room).",
  ),
  unknown_value: invalid("mode must be one of refurnish, renovate, clean."),
  unknown_field: invalid("reason is not a field of this request."),
  refused_url: invalid("source_url is refused: Use an https URL."),
  no_url: invalid("There is no URL to deliver to: set a default_url in the webhook settings."),
  disabled_url: invalid(
    "The URL has been disabled since 2026-11-20T09:12:00.000Z: enable it in the webhook settings.",
  ),
  refused_default_url: invalid("default_url is refused: Use an https URL."),
  unknown_receiver: invalid(
    "enable names https://crm.example.com/misspelled, which was never disabled: the settings name those that are.",
  ),
  unknown_source_asset: invalid("source_asset_id is not the id of a source asset of this organization."),
  unusable_upload: invalid(unusableUpload().message),
  length_out_of_range: invalid("content_length must be at most 52428800 (50 MiB)."),
  file_too_large: invalid(
    "The file must be at most 4194304 bytes (4 MiB): send a larger picture, up to 50 MiB, by upload_id or source_url.",
  ),
  style_required: invalid(
    `style_preset is required for staging with capture_type panorama360: one of ${StylePreset.options.join(", ")}.`,
  ),
  unknown_ending: invalid(
    `reference asks the sandbox for an unknown ending: one of ${sandboxReferences.join(", ")}.`,
  ),
  parent_without_source: invalid(
    "The parent job has no source asset: its source is still being ingested, failed to be, or the job was cancelled before.",
  ),
  parent_without_mask: invalid(
    "The parent job has no usable mask: it is still being read, or could not be used.",
  ),
  unusable_mask: invalid("mask is not a JPEG, PNG or WebP picture: it is a GIF picture. Convert it to JPEG."),
  expiry_in_the_past: invalid("expires_at must be in the future."),
  too_many_keys: invalid(
    "The organization has 100 keys in force, the most that it may have: revoke one first.",
  ),
  last_full_key: invalid("This is the organization's last key with the scope full: issue another one first."),
  unknown_query_parameter: invalid("form is not a query parameter of this request."),
  no_such_period: invalid(
    "period must be the first day of a billing period that has begun: 2026-11-01 is one.",
  ),
  no_such_statement: invalid(
    "period_start must be the first day of a billing period that has begun: 2026-11-01 is one.",
  ),
  times_out_of_order: invalid("created_to must be later than created_from."),
  limit_out_of_range: invalid("limit must be at most 200."),
  limit_per_minute: refusal(
    "rate_limited",
    "The limit of requests per minute is reached. Try again in 17 seconds.",
    17,
  ),
  in_flight_cap: refusal(
    "rate_limited",
    "At most 50 jobs may be in flight at once. Wait until one has ended.",
    5,
  ),
  internal_error: {
    status: 500,
    value: {
      error: {
        code: "internal_error",
        message: "An unexpected error occurred. Try again later.",
        retryable: true,
        retry_after: null,
      },
    },
  },
} as const satisfies Record<string, ErrorExample>;
export type ErrorName = keyof typeof errorExamples;

/** The meaning of each error status (contract, errors.*). */
export const statusMeanings: Record<number, string> = {
  400: "The request cannot be read, or its parts exclude each other.",
  401: "The bearer token is missing, malformed or not a valid API key.",
  403: "The organization has no access to the API, or its plan or the scope of the key does not allow the request.",
  404: "The organization has nothing with this id.",
  409: "The `Idempotency-Key` was used for a different request within 24 hours, or the listing is closed.",
  413: "The request is larger than the gateway takes (about 4.4 MB).",
  415: "The body is compressed, or says so by `Content-Encoding`. Send it as it is.",
  422: "A field is not what it must be, or fields do not go together.",
  429: "A limit per minute or the in-flight cap is reached.",
  500: "An unexpected failure of the service.",
};
