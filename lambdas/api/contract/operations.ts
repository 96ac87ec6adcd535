import * as v from "valibot";
import { JobId, SourceId } from "../../domain/ids.ts";
import type { RateCounter } from "../../domain/organization/limits.ts";

/**
 * One operation of SPEC "Endpoints". Its handler, API Gateway's route and the OpenAPI document are made from it.
 * Request bodies are in requests.ts; responses are in resources.ts, which no handler loads.
 */
export type Operation = {
  operationId: string;
  method: "GET" | "POST";
  path: string;
  /** What a request counts against. */
  counter: RateCounter;
  query?: Query;
};

/** The query parameters of a route. Strict, so that a mistyped filter is refused instead of returning everything. */
export type Query = v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** Path parameters by name. */
export const pathParameters = { ingest_id: SourceId, job_id: JobId };

export const CreateSourceAsset = {
  operationId: "createSourceAsset",
  method: "POST",
  path: "/api/v1/source-assets",
  counter: "create_source_asset",
} as const satisfies Operation;

export const CreateUpload = {
  operationId: "createUpload",
  method: "POST",
  path: "/api/v1/uploads",
  counter: "create_upload",
} as const satisfies Operation;

export const GetSourceAsset = {
  operationId: "getSourceAsset",
  method: "GET",
  path: "/api/v1/source-assets/{ingest_id}",
  counter: "get_source_asset",
} as const satisfies Operation;

export const CreateGeneration = {
  operationId: "createGeneration",
  method: "POST",
  path: "/api/v1/generations",
  counter: "create_generation",
} as const satisfies Operation;

export const GetGeneration = {
  operationId: "getGeneration",
  method: "GET",
  path: "/api/v1/generations/{job_id}",
  counter: "get_generation",
} as const satisfies Operation;

export const RegenerateGeneration = {
  operationId: "regenerateGeneration",
  method: "POST",
  path: "/api/v1/generations/{job_id}/regenerate",
  counter: "regenerate_generation",
} as const satisfies Operation;

const UsageSummaryQuery = v.strictObject({
  period: v.optional(v.pipe(v.string(), v.isoDate("must be a date such as 2026-03-01"))),
});

export const GetUsageSummary = {
  operationId: "getUsageSummary",
  method: "GET",
  path: "/api/v1/usage/summary",
  counter: "usage_summary",
  query: UsageSummaryQuery,
} as const satisfies Operation;

const BillingEventsQuery = v.strictObject({
  cursor: v.optional(v.string()),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[0-9]{1,3}$/, "must be a whole number from 1 to 200"),
      v.transform(Number),
      v.number(),
      v.integer(),
      v.minValue(1, "must be at least 1"),
      v.maxValue(200, "must be at most 200"),
    ),
    "50",
  ),
});

export const ListBillingEvents = {
  operationId: "listBillingEvents",
  method: "GET",
  path: "/api/v1/billing/events",
  counter: "billing_events",
  query: BillingEventsQuery,
} as const satisfies Operation;

/** Every operation of the API, for the stack and the OpenAPI document; a handler imports only its own. */
export const operations = [
  CreateUpload,
  CreateSourceAsset,
  GetSourceAsset,
  CreateGeneration,
  GetGeneration,
  RegenerateGeneration,
  GetUsageSummary,
  ListBillingEvents,
] as const satisfies Operation[];

export type OperationId = (typeof operations)[number]["operationId"];
