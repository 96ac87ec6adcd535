import { type JsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import { namedSchemas, type SchemaName } from "service/lambdas/api/contract/published/index.ts";
import type { FormName } from "service/lambdas/api/contract/published/operation.ts";
import { requestFields } from "service/lambdas/api/contract/published/parameters.ts";
import * as v from "valibot";

/**
 * The ways to name a picture, each by the schema of a request that does. Generators make a type of a named schema; of a
 * `oneOf` that only says what is required they make one that takes anything.
 */
const sources = { source_asset_id: "FromAsset", source_url: "FromUrl", upload_id: "FromUpload" } as const;
const isSource = (name: string): name is keyof typeof sources => Object.hasOwn(sources, name);

export const reference = (name: SchemaName | FormName) => referenceTo(name);

/** A reference to a schema that has a name. Throws an Error for one that has none. */
export function referenceToSchema(schema: v.GenericSchema) {
  const name = Object.entries<v.GenericSchema>(namedSchemas).find(([, named]) => named === schema)?.[0];
  if (name === undefined) throw new Error("A request or an answer is not among the named schemas.");
  return referenceTo(name);
}

const referenceTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const Keywords = v.object({ type: v.literal("metadata"), metadata: v.record(v.string(), v.unknown()) });

/** A check that Valibot makes in code has its JSON Schema keywords with it, as `v.metadata`. */
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

/** A schema to write inline, instead of a reference. */
export const inline = (schema: v.GenericSchema, typeMode: "input" | "output" = "input"): JsonSchema =>
  toJsonSchemaDefs({ schema }, { ...options, typeMode }).schema;

const meaningOf = new Map<string, string>(Object.entries(requestFields));

/**
 * An object schema with a description for each field, also if the field is a reference. Its defaults are in words:
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
  const converted = toJsonSchemaDefs(namedSchemas, options);
  return {
    ...converted,
    CreateUploadRequest: described(converted.CreateUploadRequest),
    ...oneSource("CreateSourceAsset", described(converted.CreateSourceAssetRequest)),
    ...oneSource("CreateGeneration", described(converted.CreateGenerationRequest)),
    RegenerateRequest: described(converted.RegenerateRequest),
    CreateSourceAssetForm: formOf({ type: "object", additionalProperties: false }),
    CreateGenerationForm: maskable(formOf(converted.CreateGenerationRequest)),
  };
}

/** A request with exactly one picture: a named schema for each way to name it, and the request as one of them. */
function oneSource(name: string, { properties = {}, required = [], ...request }: JsonSchema) {
  const fields = Object.entries(properties);
  const others = fields.filter(([field]) => !isSource(field));
  const ways = fields.flatMap(([field, schema]): [string, JsonSchema][] => {
    if (!isSource(field)) return [];
    const ownProperties = Object.fromEntries([[field, withoutNull(schema)], ...others]);
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

/** The schema of a field that a form leaves out, in place of null. */
function withoutNull(schema: JsonSchema | boolean): JsonSchema | boolean {
  if (typeof schema === "boolean" || schema.anyOf === undefined) return schema;
  const { anyOf, ...others } = schema;
  const [only, ...more] = anyOf.filter((one) => typeof one === "boolean" || one.type !== "null");
  return more.length === 0 && typeof only === "object" ? { ...only, ...others } : schema;
}

/**
 * The same with a mask, which may come with any way to name a picture: one that comes with a mask alone names an asset, an upload
 * or a URL in the place of the file.
 */
function maskable({ properties = {}, required = [], ...form }: JsonSchema): JsonSchema {
  const { file = binary, ...fields } = properties;
  const ways = Object.entries(namedSchemas.CreateGenerationRequest.entries).flatMap(([name, schema]) =>
    isSource(name) ? [[name, withoutNull(inline(schema))]] : [],
  );
  return described({
    ...form,
    properties: { file, mask: binary, ...Object.fromEntries(ways), ...fields },
    required: required.filter((name) => name !== "file"),
  });
}

/** A request as a form: the file replaces the other ways to name a picture. */
function formOf(request: JsonSchema): JsonSchema {
  const fields = Object.entries(request.properties ?? {}).flatMap(([name, schema]) =>
    isSource(name) ? [] : [[name, withoutNull(schema)]],
  );
  return described({
    ...request,
    properties: { file: binary, ...Object.fromEntries(fields) },
    required: ["file", ...(request.required ?? [])],
  });
}
