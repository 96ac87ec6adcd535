import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, test } from "vitest";
import type { OperationId } from "../../../lambdas/api/contract/operations.ts";
import { type ErrorName, errorExamples } from "../../../lambdas/api/contract/published/errors.ts";
import { publishedOperations } from "../../../lambdas/api/contract/published/index.ts";
import { keys } from "../../../lambdas/storage/keys.ts";
import { table, tableName } from "../../../lambdas/storage/table.ts";
import { findReceiver, recordAnswer } from "../../../lambdas/storage/webhook/receivers.ts";
import { call, startApi } from "../../support/api.ts";
import { Form, type Parts } from "../../support/form.ts";
import { addKey, addOrganization } from "../../support/partner.ts";
import { type Reply, refurnish } from "../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();
const asset = await partner.addAsset();

const create = (body: object | string) => partner.send("createGeneration", { body });
const source_url = "https://pictures.example.com/a.jpg";
const regenerate = async (parent: object, overrides: object) =>
  partner.send("regenerateGeneration", { id: (await create(parent)).body.job_id, body: overrides });

const staged: Parts = [
  ["source_url", source_url],
  ["workflow", "staging"],
  ["capture_type", "photo"],
  ["mode", "clean"],
];

async function times(count: number, send: () => Promise<Reply>): Promise<Reply> {
  for (let before = 1; before < count; before++) await send();
  return send();
}

/** A request for each documented error that the service itself answers. The gateway's own is in test/lib. */
const provoked: Record<Exclude<ErrorName, "request_too_large">, () => Promise<Reply>> = {
  malformed_json: () => create("{"),
  malformed_multipart: () =>
    partner.send("createGeneration", {
      body: "--a",
      headers: { "Content-Type": "multipart/form-data; boundary=a" },
    }),
  unsupported_type: () =>
    partner.send("createGeneration", { body: "x", headers: { "Content-Type": "text/plain" } }),
  encoded_body: () =>
    partner.send("createUpload", { body: { content_length: 1 }, headers: { "Content-Encoding": "gzip" } }),
  one_picture: () => partner.send("createSourceAsset", { body: {} }),
  one_source: () => create(refurnish(asset, { source_url })),
  unsupported_override: () => regenerate(refurnish(asset), { workflow: "staging" }),
  idempotency_key_missing: () =>
    partner.send("createGeneration", { body: refurnish(asset), headers: { "Idempotency-Key": undefined } }),
  foreign_cursor: () => partner.send("listBillingEvents", { query: { cursor: "foreign" } }),
  foreign_keys_cursor: () => partner.send("listKeys", { query: { cursor: "foreign" } }),
  foreign_statements_cursor: () => partner.send("listStatements", { query: { cursor: "foreign" } }),
  cursor_of_other_deliveries: () => partner.send("listWebhookDeliveries", { query: { cursor: "foreign" } }),
  unknown_receiver: () =>
    partner.send("putWebhookSettings", { body: { enable: ["https://crm.example.com/misspelled"] } }),
  delivery_not_found: () => partner.send("redeliverWebhook", { id: "msg_1", body: {} }),
  no_url: () => partner.send("testWebhook", { body: {} }),
  disabled_url: async () => {
    const own = await api.newPartner();
    const url = "https://crm.example.com/";
    await recordAnswer(await findReceiver(own.organizationId, url), "gone", new Date());
    return own.send("testWebhook", { body: { url } });
  },
  unauthorized: () => call("getUsageSummary", { sourceIp: "203.0.113.1" }),
  access_suspended: async () =>
    (await api.newPartner({ access_status: "suspended" })).send("getUsageSummary"),
  not_approved: async () => (await api.newPartner({ approved: false })).send("getUsageSummary"),
  scope_too_narrow: async () => {
    const { organization } = await addOrganization();
    const { apiKey } = await addKey(organization, {}, "billing");
    return call("getGeneration", { id: "job_1", headers: { Authorization: `Bearer ${apiKey}` } });
  },
  allowance_used_up: async () => {
    const plan = { name: "trial", included_units: 1, unit_price_micro_usd: 0, overage_allowed: false };
    const own = await api.newPartner({ plan });
    const body = refurnish(await own.addAsset());
    return times(2, () => own.send("createGeneration", { body }));
  },
  spend_cap_reached: async () => {
    const plan = {
      name: "capped",
      included_units: 0,
      unit_price_micro_usd: 250_000,
      overage_allowed: true,
      spend_cap_micro_usd: 499_999,
    };
    const own = await api.newPartner({ plan });
    const body = refurnish(await own.addAsset());
    return times(2, () => own.send("createGeneration", { body }));
  },
  generation_not_found: () => partner.send("getGeneration", { id: "job_1" }),
  ingest_not_found: () => partner.send("getSourceAsset", { id: "src_1" }),
  refused_default_url: () =>
    partner.send("putWebhookSettings", { body: { default_url: "ftp://crm.example.com/" } }),
  listing_not_found: () => partner.send("getListing", { id: "elm-street-5" }),
  foreign_listings_cursor: () => partner.send("listListings", { query: { cursor: "foreign" } }),
  cursor_of_another_listing: () =>
    partner.send("getListing", { id: "elm-street-5", query: { cursor: "foreign" } }),
  listing_closed: async () => {
    const own = await api.newPartner();
    const body = refurnish(await own.addAsset(), { listing: "elm-street-5" });
    await own.send("createGeneration", { body });
    await own.send("closeListing", { id: "elm-street-5" });
    return own.send("createGeneration", { body });
  },
  key_not_found: () => partner.send("revokeKey", { id: "none" }),
  expiry_in_the_past: () =>
    partner.send("createKey", { body: { scope: "read", expires_at: "2026-01-01T00:00:00Z" } }),
  too_many_keys: async () => {
    const own = await api.newPartner();
    for (let keys = 1; keys < 100; keys++) await addKey(own.organization);
    return own.send("createKey", { body: { scope: "read" } });
  },
  last_full_key: async () => {
    const own = await api.newPartner();
    return own.send("revokeKey", { id: own.key.public_key_id });
  },
  no_such_statement: () => partner.send("getStatement", { id: "2026-11-02" }),
  period_before_organization: async () => {
    const own = await api.newPartner({ created_at: "2026-11-22T09:00:00.000Z" });
    return own.send("getUsageSummary", { query: { period: "1970-01-01" } });
  },
  idempotency_conflict: async () => {
    const headers = { "Idempotency-Key": "conflict" };
    await partner.send("createGeneration", { body: refurnish(asset), headers });
    return partner.send("createGeneration", { body: refurnish(asset, { reference: "other" }), headers });
  },
  field_required: () => create(refurnish(asset, { mode: undefined })),
  field_not_allowed: () =>
    create(refurnish(asset, { capture_type: "panorama360", mode: undefined, style_preset: "boho" })),
  room_family: () => create(refurnish(asset, { room_types: ["Kitchen", "Bathroom"] })),
  unknown_value: () => create(refurnish(asset, { mode: "tidy" })),
  refused_url: () => partner.send("createSourceAsset", { body: { source_url: "http://a.example.com" } }),
  unknown_field: () => partner.send("cancelGeneration", { id: "job_1", body: { reason: "x" } }),
  unknown_source_asset: () => create(refurnish("src_1")),
  unusable_upload: () => partner.send("createSourceAsset", { body: { upload_id: "upl_1" } }),
  length_out_of_range: () => partner.send("createUpload", { body: { content_length: 50 * 1024 * 1024 + 1 } }),
  file_too_large: () =>
    partner.send("createSourceAsset", { body: new Form([["file", Buffer.alloc(4 * 1024 * 1024 + 1)]]) }),
  style_required: () =>
    regenerate(
      { source_asset_id: asset, workflow: "staging", capture_type: "panorama360", style_preset: "boho" },
      {},
    ),
  unknown_ending: async () => {
    const sandbox = await api.newPartner({ sandbox: true });
    const body = refurnish(await sandbox.addAsset(), { reference: "sandbox:unknown" });
    return sandbox.send("createGeneration", { body });
  },
  parent_without_source: () => regenerate({ source_url, workflow: "pro_capture", capture_type: "photo" }, {}),
  parent_without_mask: () => regenerate(refurnish(asset, { mask_url: source_url }), {}),
  unusable_mask: () =>
    partner.send("createGeneration", { body: new Form([["mask", Buffer.from("GIF89a")], ...staged]) }),
  two_masks: () =>
    partner.send("createGeneration", {
      body: new Form([["mask", Buffer.from("x")], ["mask_url", source_url], ...staged]),
    }),
  unknown_query_parameter: () => partner.send("listBillingEvents", { query: { form: "2026-11-01" } }),
  no_such_period: () => partner.send("getUsageSummary", { query: { period: "2026-11-02" } }),
  cursor_of_another_list: () => partner.send("listGenerations", { query: { cursor: "foreign" } }),
  times_out_of_order: () => {
    const query = { created_from: "2026-11-02T00:00:00Z", created_to: "2026-11-01T00:00:00Z" };
    return partner.send("listGenerations", { query });
  },
  limit_out_of_range: () => partner.send("listBillingEvents", { query: { limit: "201" } }),
  limit_per_minute: async () => {
    const own = await api.newPartner({ limits: { usage_summary_per_minute: 1 } });
    return times(2, () => own.send("getUsageSummary"));
  },
  in_flight_cap: async () => {
    const own = await api.newPartner({ limits: { create_generation_per_minute: 1000 } });
    const body = refurnish(await own.addAsset());
    return times(51, () => own.send("createGeneration", { body }));
  },
  internal_error: async () => {
    const broken = {
      ...keys.generation(partner.organizationId, "job_broken"),
      status: "secret of the inside",
    };
    await table.send(new PutCommand({ TableName: tableName(), Item: broken }));
    return partner.send("getGeneration", { id: "job_broken" });
  },
};

/** Seconds and times depend on when the test runs. */
const timeless = (text: string) =>
  text
    .replaceAll(/\d+ seconds?/g, "n seconds")
    .replaceAll(/since \d{4}-[\d:T.-]+Z/g, "since then")
    .replace(/"retry_after":\d+/, '"retry_after":n');

// @contract room-families.1 endpoints.1 post-source-assets.3 authentication.3 authentication.4 errors.1
// @contract errors.error.code errors.error.message errors.error.retryable errors.error.retry_after errors.6
// @contract errors.7 errors.8 errors.9 errors.10 errors.11 errors.12 errors.13 errors.15 errors.16 errors.18
// @contract errors.19
test.each(Object.entries(provoked))(
  "the documented error %s is what the service answers",
  async (name, provoke) => {
    const documented = errorExamples[name as keyof typeof provoked];
    const reply = await provoke();
    expect(reply.status).toBe(documented.status);
    expect(timeless(reply.text)).toBe(timeless(JSON.stringify(documented.value)));
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.headers["content-type"]).toBe("application/json");
    expect(reply.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    const { retry_after } = reply.body.error;
    expect(reply.headers["retry-after"]).toBe(retry_after === null ? undefined : String(retry_after));
  },
);

/** The error statuses of each endpoint of the contract 1.0.0, and those that the service and its gateway add. */
const statuses = new Map<OperationId, number[]>([
  ["createSourceAsset", [400, 401, 403, 409, 413, 415, 422, 429, 500]],
  ["getSourceAsset", [401, 403, 404, 422, 429, 500]],
  ["createGeneration", [400, 401, 403, 409, 413, 415, 422, 429, 500]],
  ["getGeneration", [401, 403, 404, 422, 429, 500]],
  ["regenerateGeneration", [400, 401, 403, 404, 409, 413, 415, 422, 429, 500]],
  ["getUsageSummary", [401, 403, 404, 422, 429, 500]],
  ["listBillingEvents", [400, 401, 403, 422, 429, 500]],
]);
/** What any operation answers with, a read and a write. */
const least = {
  GET: [401, 403, 422, 429, 500],
  POST: [400, 401, 403, 409, 413, 415, 422, 429, 500],
  PUT: [400, 401, 403, 413, 415, 422, 429, 500],
  DELETE: [401, 403, 422, 429, 500],
};

// @contract post-source-assets.6 get-source-asset.3 post-generations.19 get-generation.3 regenerate.8
// @contract get-usage.1 get-billing-events.3
test.each(publishedOperations)(
  "the document lists every error status of $operation.operationId",
  ({ operation, errors }) => {
    const listed = new Set(errors.map((name) => errorExamples[name].status));
    const wanted = statuses.get(operation.operationId) ?? [...listed, ...least[operation.method]];
    expect([...listed].toSorted()).toEqual([...new Set(wanted)].toSorted());
  },
);
