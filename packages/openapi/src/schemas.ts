import { type JsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import * as v from "valibot";
import { CancelGeneration } from "../../../lambdas/api/contract/generations/cancel.ts";
import { CreateGeneration } from "../../../lambdas/api/contract/generations/create.ts";
import { RegenerateGeneration } from "../../../lambdas/api/contract/generations/regenerate.ts";
import { WebhookConfig } from "../../../lambdas/api/contract/job-fields.ts";
import type { operations } from "../../../lambdas/api/contract/operations.ts";
import {
  BillingEvent,
  BillingEventsPage,
} from "../../../lambdas/api/contract/published/resources/billing-event.ts";
import { ErrorEnvelope } from "../../../lambdas/api/contract/published/resources/error.ts";
import {
  GenerationJob,
  GenerationOutput,
  GenerationsPage,
  SignedPicture,
} from "../../../lambdas/api/contract/published/resources/generation-job.ts";
import { SourceAssetIngestJob } from "../../../lambdas/api/contract/published/resources/source-asset-ingest-job.ts";
import { Upload } from "../../../lambdas/api/contract/published/resources/upload.ts";
import { UsageSummary } from "../../../lambdas/api/contract/published/resources/usage-summary.ts";
import { RoomTypes } from "../../../lambdas/api/contract/room-types.ts";
import { CreateSourceAsset } from "../../../lambdas/api/contract/source-assets/create.ts";
import { CreateUpload } from "../../../lambdas/api/contract/uploads/create.ts";
import { Statement } from "../../../lambdas/domain/billing/statement-schema.ts";
import { Failure } from "../../../lambdas/domain/failures.ts";
import { Metadata } from "../../../lambdas/domain/generation/metadata.ts";
import {
  CaptureType,
  Disclosure,
  Mode,
  RoomType,
  StylePreset,
  Workflow,
} from "../../../lambdas/domain/vocabulary.ts";

/** The named schemas of the document: the same that parse requests and type responses. */
export const named = {
  Workflow,
  CaptureType,
  Mode,
  StylePreset,
  Disclosure,
  RoomType,
  RoomTypes,
  Metadata,
  WebhookConfig,
  CreateUploadRequest: CreateUpload.body,
  CreateSourceAssetRequest: CreateSourceAsset.body,
  CreateGenerationRequest: CreateGeneration.body,
  RegenerateRequest: RegenerateGeneration.body,
  CancelRequest: CancelGeneration.body,
  Failure,
  Upload,
  SourceAssetIngestJob,
  SignedPicture,
  GenerationOutput,
  GenerationJob,
  GenerationsPage,
  UsageSummary,
  BillingEvent,
  Statement,
  BillingEventsPage,
  Error: ErrorEnvelope,
};
export type SchemaName = keyof typeof named;

/** The multipart forms, derived from the requests that take a file. */
export type FormName = "CreateSourceAssetForm" | "CreateGenerationForm";

/**
 * The ways to name a picture, each by the schema of a request that does. Generators make a type of a named schema; of a
 * `oneOf` that only says what is required they make one that takes anything.
 */
const sources = { source_asset_id: "FromAsset", source_url: "FromUrl", upload_id: "FromUpload" } as const;
const isSource = (name: string): name is keyof typeof sources => Object.hasOwn(sources, name);

export const reference = (name: SchemaName | FormName) => referenceTo(name);
const referenceTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const Keywords = v.object({ type: v.literal("metadata"), metadata: v.record(v.string(), v.unknown()) });

/** A check that Valibot makes in code has its JSON Schema keywords beside it, as `v.metadata`. */
function keywordsOf(action: unknown): Record<string, unknown> | null {
  const keywords = v.safeParse(Keywords, action);
  return keywords.success ? keywords.output.metadata : null;
}

const options = {
  target: "draft-2020-12",
  typeMode: "input",
  errorMode: "ignore",
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
  overrideAction: ({ valibotAction, jsonSchema }: { valibotAction: unknown; jsonSchema: JsonSchema }) => {
    const keywords = keywordsOf(valibotAction);
    return keywords && { ...jsonSchema, ...keywords };
  },
} as const;

/** A schema to write where it is used, instead of a reference. */
export const inline = (schema: v.GenericSchema, typeMode: "input" | "output" = "input"): JsonSchema =>
  toJsonSchemaDefs({ schema }, { ...options, typeMode }).schema;

type Body<Operation> = Operation extends { body: { entries: infer Entries } } ? keyof Entries : never;
type RequestField = "file" | Body<(typeof operations)[number]>;

/** The descriptions of request fields; the same name means the same everywhere. Two are those of their named types. */
const meanings = {
  file: "The picture: JPEG, PNG or WebP, at most 4 MiB.",
  source_url: "Where the service fetches the picture: HTTPS on port 443, on the public internet.",
  source_asset_id: "A source asset of your organization.",
  upload_id: "An upload of your organization, put and not used before, at most an hour old.",
  content_length: "How many bytes the picture has, exactly: at most 50 MiB.",
  content_type: "What the picture is. The PUT must then name it too.",
  mode: "See “What goes together”.",
  room_types: "Rooms of one family; see “What goes together”.",
  style_preset: "See “What goes together”.",
  include_alternates:
    "Whether to return an approved alternate beside the primary output. False where it is left out.",
  disclosure:
    "Whether the outputs say that they were altered. Left out, a create has your organization's default (`none` unless set) and a regenerate its parent's.",
  reference: "Yours; echoed unchanged in responses and webhooks. See “Sandbox” for what it decides there.",
  metadata:
    "Yours; echoed unchanged in responses and webhooks: numbers by their text. At most 32 KiB of JSON.",
  webhook: "Overrides your organization's default callback URL for this job.",
} satisfies Record<Exclude<RequestField, "workflow" | "capture_type">, string>;
const meaningOf = new Map<string, string>(Object.entries(meanings));

/**
 * An object schema with a description beside each field, also where the field is a reference. Its defaults are in words:
 * generators take a field with a `default` for one that is always there.
 */
function described(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    if (typeof property === "boolean") return [name, property];
    const { default: _, ...others } = property;
    const description = meaningOf.get(name);
    return [name, { ...others, ...(description && { description }) }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** `components.schemas`: the named schemas, the ways to name a picture, and the forms. */
export function componentSchemas(): Record<string, JsonSchema> {
  const converted = toJsonSchemaDefs(named, options);
  return {
    ...converted,
    CreateUploadRequest: described(converted.CreateUploadRequest),
    ...oneSource("CreateSourceAsset", described(converted.CreateSourceAssetRequest)),
    ...oneSource("CreateGeneration", described(converted.CreateGenerationRequest)),
    RegenerateRequest: described(converted.RegenerateRequest),
    CreateSourceAssetForm: formOf({ type: "object", additionalProperties: false }),
    CreateGenerationForm: formOf(converted.CreateGenerationRequest),
  };
}

/** A request with exactly one picture: a named schema for each way to name it, and the request as one of them. */
function oneSource(name: string, { properties = {}, required = [], ...request }: JsonSchema) {
  const fields = Object.entries(properties);
  const others = fields.filter(([field]) => !isSource(field));
  const ways = fields.flatMap(([field, schema]): [string, JsonSchema][] => {
    if (!isSource(field)) return [];
    const ownProperties = Object.fromEntries([[field, schema], ...others]);
    return [
      [name + sources[field], { ...request, properties: ownProperties, required: [field, ...required] }],
    ];
  });
  return {
    [`${name}Request`]: { oneOf: ways.map(([way]) => referenceTo(way)) },
    ...Object.fromEntries(ways),
  };
}

const binary = {
  type: "string",
  format: "binary",
  minLength: 1,
  contentMediaType: "application/octet-stream",
} as const;

/** A request as a form: the file replaces the other ways to name a picture. */
function formOf(request: JsonSchema): JsonSchema {
  const fields = Object.entries(request.properties ?? {}).filter(([name]) => !isSource(name));
  return described({
    ...request,
    properties: { file: binary, ...Object.fromEntries(fields) },
    required: ["file", ...(request.required ?? [])],
  });
}
