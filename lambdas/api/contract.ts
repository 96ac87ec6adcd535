import * as v from "valibot";
import { JobId, SourceId } from "../domain/ids.ts";
import type { RateCounter } from "../domain/limits.ts";
import { Metadata } from "../domain/metadata.ts";
import { CaptureType, Mode, RoomType, StylePreset, Workflow } from "../domain/vocabulary.ts";
import { type ReadBody, readJson, readJsonOrForm } from "../runtime/body.ts";
import { networkRules } from "../runtime/env.ts";
import { checkUrl } from "../runtime/network/check-url.ts";

/**
 * The operations of SPEC "Endpoints" and what they take: each handler runs by its operation, and the OpenAPI document
 * is made from it. What they answer with is in resources.ts, which no handler loads.
 */
export type Operation = {
  operationId: string;
  method: "GET" | "POST";
  path: string;
  /** What a request counts against. */
  counter: RateCounter;
  /** How the body is read, where there is one. */
  readBody?: ReadBody;
};

/** Half a surrogate pair has no form in UTF-8, so that it could not be echoed. */
const wellFormed = v.check<string, string>((text) => text.isWellFormed(), "must be well-formed Unicode");

const RemoteUrl = v.pipe(
  v.string(),
  wellFormed,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const checked = checkUrl(dataset.value, networkRules());
    if (!checked.ok) addIssue({ message: `is refused: ${checked.reason.replace(/\.$/, "")}` });
  }),
  v.metadata({ format: "uri", maxLength: 2048 }),
);

/** Characters are Unicode code points, as JSON Schema counts them. */
const Reference = v.pipe(
  v.string(),
  wellFormed,
  v.check((reference) => [...reference].length <= 200, "must have at most 200 characters"),
  v.metadata({ maxLength: 200 }),
);

export const RoomTypes = v.pipe(
  v.array(RoomType),
  v.minLength(1, "must name at least one room type"),
  v.maxLength(3, "must name at most 3 room types"),
  v.check((rooms) => new Set(rooms).size === rooms.length, "must not name a room type twice"),
  v.metadata({ uniqueItems: true }),
);

export const WebhookConfig = v.strictObject({ url: RemoteUrl });

export const CreateSourceAssetBody = v.strictObject({ source_url: RemoteUrl });
/** What accompanies the file of a new source asset. */
export const NoFields = v.strictObject({});

const configuration = {
  mode: v.optional(Mode),
  room_types: v.optional(RoomTypes),
  style_preset: v.optional(StylePreset),
};
const echoes = {
  reference: v.optional(Reference),
  metadata: v.optional(Metadata),
  webhook: v.optional(WebhookConfig),
};

export const CreateGenerationBody = v.strictObject({
  source_url: v.optional(RemoteUrl),
  source_asset_id: v.optional(SourceId),
  workflow: Workflow,
  capture_type: CaptureType,
  ...configuration,
  include_alternates: v.optional(v.boolean(), false),
  ...echoes,
});

export const RegenerateBody = v.strictObject({ ...configuration, ...echoes });

/** Query parameters that are not ours are of no account. */
export const BillingEventsQuery = v.object({
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

/** Path parameters by name. */
export const pathParameters = { ingest_id: SourceId, job_id: JobId };

export const CreateSourceAsset = {
  operationId: "createSourceAsset",
  method: "POST",
  path: "/api/v1/source-assets",
  counter: "create_source_asset",
  readBody: readJsonOrForm,
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
  readBody: readJsonOrForm,
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
  readBody: readJson,
} as const satisfies Operation;

export const GetUsageSummary = {
  operationId: "getUsageSummary",
  method: "GET",
  path: "/api/v1/usage/summary",
  counter: "usage_summary",
} as const satisfies Operation;

export const ListBillingEvents = {
  operationId: "listBillingEvents",
  method: "GET",
  path: "/api/v1/billing/events",
  counter: "billing_events",
} as const satisfies Operation;
