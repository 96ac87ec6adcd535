import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

type Schema = {
  type?: string;
  enum?: string[];
  format?: string;
  pattern?: string;
  minimum?: number;
  $ref?: string;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
};
const text = readFileSync(join(import.meta.dirname, "../openapi.json"), "utf8");
const schemas: Record<string, Schema> = JSON.parse(text).components.schemas;

/** A field as the contract's tables write it: "string", "date-time or null", "string /^src_…$/", "enum: a b", "Failure or null" … */
function written(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(written).join(" or ");
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return schemas[name]?.enum ? written(schemas[name]) : name;
  }
  if (schema.enum) return `enum: ${schema.enum.join(" ")}`;
  if (schema.items) return `${written(schema.items)}[]`;
  if (schema.format) return schema.format;
  const range = schema.minimum === undefined ? "" : ` from ${schema.minimum}`;
  return `${schema.type}${schema.pattern ? ` /${schema.pattern}/` : ""}${range}`;
}

const source = "string /^src_[A-Za-z0-9]+$/";
const job = "string /^job_[A-Za-z0-9]+$/";
const workflow = "enum: staging pro_capture";
const captureType = "enum: photo panorama360 floorplan";
const mode = "enum: refurnish renovate clean panorama360 floorplan or null";
const style = "enum: modern scandi boho country industrial mediterranean luxury eclectic japandia";
const rooms = expect.stringMatching(/^enum: Living Room Kitchen .* Home Theater\[\]$/);

/** The contract's resources, field by field, written down apart from the schemas. */
const resources: Record<string, Record<string, unknown>> = {
  SourceAssetIngestJob: {
    ingest_id: source,
    status: "enum: queued ingesting ready failed",
    source_asset_id: `${source} or null`,
    failure: "Failure or null",
    created_at: "date-time",
    completed_at: "date-time or null",
    updated_at: "date-time",
  },
  Failure: { code: "string", message: "string", retryable: "boolean" },
  GenerationJob: {
    job_id: job,
    parent_job_id: `${job} or null`,
    source_asset_id: `${source} or null`,
    status: "enum: ingesting queued running succeeded failed",
    workflow,
    capture_type: captureType,
    mode,
    room_types: rooms,
    style_preset: `${style} or null`,
    include_alternates: "boolean",
    reference: "string or null",
    metadata: "Metadata or null",
    failure: "Failure or null",
    outputs: "GenerationOutput[]",
    created_at: "date-time",
    completed_at: "date-time or null",
    updated_at: "date-time",
  },
  GenerationOutput: {
    output_id: "string /^out_[A-Za-z0-9]+$/",
    rank: "integer from 1",
    is_primary: "boolean",
    image_url: "uri",
    expires_at: "date-time",
    cached: "boolean",
    created_at: "date-time",
  },
  BillingEventsPage: { items: "BillingEvent[]", next_cursor: "string or null" },
};

const fieldsOf = ({ properties = {} }: Schema = {}) =>
  Object.fromEntries(Object.entries(properties).map(([field, schema]) => [field, written(schema)]));

// @contract source-asset.ingest_id source-asset.status source-asset.source_asset_id source-asset.failure
// @contract source-asset.created_at source-asset.completed_at source-asset.updated_at generation.1
// @contract generation.job_id generation.parent_job_id generation.source_asset_id generation.status
// @contract generation.workflow generation.capture_type generation.include_alternates generation.failure
// @contract generation.created_at generation.updated_at output.output_id output.rank output.is_primary
// @contract output.created_at vocabulary.* usage.* billing-event.event_id billing-event.occurred_at
// @contract billing-event.job_id billing-event.source_asset_id billing-event.workflow
// @contract billing-event.capture_type billing-event.mode billing-event.room_types billing-event.style_preset
// @contract billing-event.usage_type billing-event.config_fingerprint billing-event.billable
// @contract billing-event.unit_price_usd billing-event.amount_usd billing-event.15 generation-states.1
// @contract errors.1 errors.error.code errors.error.message errors.error.retryable errors.error.retry_after
// @contract added.11
describe("the document has the fields of the contract, all required, with their types", () => {
  test.each(Object.entries(resources))("%s", (name, fields) => {
    expect(fieldsOf(schemas[name])).toMatchObject(fields);
    expect(schemas[name]?.required?.toSorted()).toEqual(Object.keys(fields).toSorted());
  });

  test("BillingEvent, with optional mode, room_types and style_preset", () => {
    const fields = {
      event_id: "string /^use_[A-Za-z0-9]+$/",
      occurred_at: "date-time",
      job_id: job,
      source_asset_id: source,
      workflow,
      capture_type: captureType,
      mode,
      room_types: "RoomTypes",
      style_preset: `${style} or null`,
      usage_type: "enum: generation regeneration cache_hit adjustment sandbox",
      config_fingerprint: "string",
      billable: "boolean",
      unit_price_usd: "number",
      amount_usd: "number",
    };
    expect(fieldsOf(schemas.BillingEvent)).toMatchObject(fields);
    const optional = Object.keys(fields).filter((field) => !schemas.BillingEvent?.required?.includes(field));
    expect(optional).toEqual(["mode", "room_types", "style_preset"]);
  });

  /** The usage summary, group by group. */
  const groups: Record<string, Record<string, string>> = {
    access: {
      enabled: "boolean",
      status: "enum: active trialing past_due suspended disabled",
      plan: "string or null",
    },
    billing_period: { start_at: "date-time", end_at: "date-time" },
    usage: {
      included: "integer",
      consumed: "integer",
      overage: "integer",
      remaining: "integer",
      projected_overage_amount_usd: "number",
    },
    jobs: {
      total: "integer",
      succeeded: "integer",
      failed: "integer",
      outputs_returned: "integer",
      regenerate_count: "integer",
      cache_hit_count: "integer",
    },
    rate_limits: {
      create_generation_per_minute: "integer",
      regenerate_generation_per_minute: "integer",
      get_generation_per_minute: "integer",
      usage_summary_per_minute: "integer",
      billing_events_per_minute: "integer",
      source_url_fetch_per_minute: "integer",
      max_concurrent_jobs: "integer",
    },
  };
  test.each(Object.entries(groups))("UsageSummary, group %s", (group, fields) => {
    const summary = schemas.UsageSummary;
    expect(summary?.required?.toSorted()).toEqual(Object.keys(groups).toSorted());
    expect(fieldsOf(summary?.properties?.[group])).toEqual(fields);
    expect(summary?.properties?.[group]?.required?.toSorted()).toEqual(Object.keys(fields).toSorted());
  });

  test("Error", () => {
    const error = schemas.Error?.properties?.error;
    expect(fieldsOf(error)).toEqual({
      code: "string",
      message: "string",
      retryable: "boolean",
      retry_after: "integer or null",
    });
    expect(error?.required).toEqual(["code", "message", "retryable", "retry_after"]);
    expect(schemas.Error?.required).toEqual(["error"]);
  });
});
