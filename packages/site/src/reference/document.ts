import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

/** What the reference shows of a schema of the document. */
export type Schema = {
  $ref?: string | undefined;
  type?: string | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  description?: string | undefined;
  format?: string | undefined;
  pattern?: string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  default?: unknown;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  items?: Schema | undefined;
  anyOf?: Schema[] | undefined;
  oneOf?: Schema[] | undefined;
};

const text = v.optional(v.string());
const number = v.optional(v.number());
const Schema: v.GenericSchema<Schema> = v.object({
  ...{ $ref: text, type: text, description: text, format: text, pattern: text },
  ...{
    minimum: number,
    maximum: number,
    minLength: number,
    maxLength: number,
    minItems: number,
    maxItems: number,
  },
  enum: v.optional(v.array(v.unknown())),
  const: v.optional(v.unknown()),
  default: v.optional(v.unknown()),
  properties: v.optional(
    v.record(
      v.string(),
      v.lazy(() => Schema),
    ),
  ),
  required: v.optional(v.array(v.string())),
  items: v.optional(v.lazy(() => Schema)),
  anyOf: v.optional(v.array(v.lazy(() => Schema))),
  oneOf: v.optional(v.array(v.lazy(() => Schema))),
});

const Parameter = v.object({
  name: v.string(),
  in: v.string(),
  required: v.optional(v.boolean(), false),
  description: v.optional(v.string(), ""),
  schema: Schema,
});

const Content = v.record(
  v.string(),
  v.object({
    schema: Schema,
    examples: v.optional(
      v.record(v.string(), v.object({ value: v.optional(v.unknown()), $ref: v.optional(v.string()) })),
      {},
    ),
  }),
);

const Operation = v.object({
  operationId: v.string(),
  tags: v.array(v.string()),
  summary: v.string(),
  description: v.string(),
  parameters: v.optional(v.array(Parameter), []),
  requestBody: v.optional(v.object({ required: v.optional(v.boolean(), false), content: Content })),
  responses: v.record(v.string(), v.object({ description: v.string(), content: v.optional(Content, {}) })),
  "x-codeSamples": v.optional(v.array(v.object({ lang: v.string(), source: v.string() })), []),
});
type Operation = v.InferOutput<typeof Operation>;
export type Endpoint = Operation & { method: string; path: string };

const Document = v.object({
  info: v.object({ title: v.string(), version: v.string(), description: v.string() }),
  tags: v.array(v.object({ name: v.string(), description: v.string() })),
  paths: v.record(v.string(), v.record(v.string(), Operation)),
  webhooks: v.record(v.string(), v.record(v.string(), Operation)),
  components: v.object({
    schemas: v.record(v.string(), Schema),
    examples: v.record(v.string(), v.object({ value: v.object({ error: v.object({ code: v.string() }) }) })),
  }),
});
export type OpenApi = v.InferOutput<typeof Document>;

export const documentFile = join(import.meta.dirname, "../../../openapi/openapi.json");

/** The API's document, as far as the reference shows it. */
export const readDocument = (): OpenApi => v.parse(Document, JSON.parse(readFileSync(documentFile, "utf8")));

export const endpointsOf = (paths: OpenApi["paths"]): Endpoint[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );

/** The name of a referenced schema. */
export const nameOf = ($ref: string): string => $ref.split("/").at(-1) ?? "";
