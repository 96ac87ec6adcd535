import * as v from "valibot";
import { usageTypes } from "../../domain/billing/ledger.ts";
import { Reference } from "../../domain/generation/reference.ts";
import { JobId, SourceId } from "../../domain/ids.ts";
import type { RateCounter } from "../../domain/organization/limits.ts";
import { JobStatus } from "../../domain/vocabulary.ts";
import { Moment, pageParameters, type Query } from "./query-parameters.ts";

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

/** Path parameters by name. */
export const pathParameters = {
  ingest_id: SourceId,
  job_id: JobId,
  period_start: v.pipe(v.string(), v.isoDate("must be a date such as 2026-03-01")),
};

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

export const ListGenerations = {
  operationId: "listGenerations",
  method: "GET",
  path: "/api/v1/generations",
  counter: "list_generations",
  query: v.strictObject({
    status: v.optional(JobStatus),
    reference: v.optional(Reference),
    created_from: v.optional(Moment),
    created_to: v.optional(Moment),
    ...pageParameters,
  }),
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

export const CancelGeneration = {
  operationId: "cancelGeneration",
  method: "POST",
  path: "/api/v1/generations/{job_id}/cancel",
  counter: "cancel_generation",
} as const satisfies Operation;

export const GetUsageSummary = {
  operationId: "getUsageSummary",
  method: "GET",
  path: "/api/v1/usage/summary",
  counter: "usage_summary",
  query: UsageSummaryQuery,
} as const satisfies Operation;

export const ListBillingEvents = {
  operationId: "listBillingEvents",
  method: "GET",
  path: "/api/v1/billing/events",
  counter: "billing_events",
  query: v.strictObject({
    occurred_from: v.optional(Moment),
    occurred_to: v.optional(Moment),
    job_id: v.optional(JobId),
    usage_type: v.optional(v.picklist(usageTypes, `must be one of ${usageTypes.join(", ")}`)),
    ...pageParameters,
  }),
} as const satisfies Operation;

export const GetStatement = {
  operationId: "getStatement",
  method: "GET",
  path: "/api/v1/billing/statements/{period_start}",
  counter: "billing_statement",
} as const satisfies Operation;

/** Every operation of the API, for the stack and the OpenAPI document; a handler imports only its own. */
export const operations = [
  CreateUpload,
  CreateSourceAsset,
  GetSourceAsset,
  CreateGeneration,
  ListGenerations,
  GetGeneration,
  RegenerateGeneration,
  CancelGeneration,
  GetUsageSummary,
  ListBillingEvents,
  GetStatement,
] as const satisfies Operation[];

export type OperationId = (typeof operations)[number]["operationId"];
