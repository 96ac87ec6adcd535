import * as v from "valibot";
import { openApiDocument } from "./document.ts";

type Schema = {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  format?: string | undefined;
  description?: string | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  additionalProperties?: Schema | boolean | undefined;
  items?: Schema | undefined;
  oneOf?: Schema[] | undefined;
  anyOf?: Schema[] | undefined;
};
const Schema: v.GenericSchema<unknown, Schema> = v.object({
  $ref: v.optional(v.string()),
  type: v.optional(v.union([v.string(), v.array(v.string())])),
  format: v.optional(v.string()),
  description: v.optional(v.string()),
  enum: v.optional(v.array(v.unknown())),
  const: v.optional(v.unknown()),
  properties: v.optional(
    v.record(
      v.string(),
      v.lazy(() => Schema),
    ),
  ),
  required: v.optional(v.array(v.string())),
  additionalProperties: v.optional(v.union([v.boolean(), v.lazy(() => Schema)])),
  items: v.optional(v.lazy(() => Schema)),
  oneOf: v.optional(v.array(v.lazy(() => Schema))),
  anyOf: v.optional(v.array(v.lazy(() => Schema))),
});

/** The parts of the document that the types are made from. */
const Document = v.object({
  components: v.object({ schemas: v.record(v.string(), Schema) }),
  paths: v.record(
    v.string(),
    v.record(
      v.string(),
      v.object({
        operationId: v.string(),
        parameters: v.optional(
          v.array(v.looseObject({ in: v.string(), name: v.string(), schema: Schema })),
          [],
        ),
      }),
    ),
  ),
  webhooks: v.record(
    v.string(),
    v.object({
      post: v.object({
        requestBody: v.object({ content: v.object({ "application/json": v.object({ schema: Schema }) }) }),
      }),
    }),
  ),
});

/**
 * The types of clients/typescript, by the names of the document. The generators that docs/generated-clients.md names wrap
 * theirs in types of paths and responses, and need TypeScript's compiler as a library, which this project does not have.
 */
export function clientTypes(): string {
  const { components, paths, webhooks } = v.parse(Document, JSON.parse(JSON.stringify(openApiDocument())));
  const queries = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, parameters }) => {
      const properties = parameters.filter(({ in: place }) => place === "query");
      if (properties.length === 0) return [];
      return [[`${capitalized(operationId)}Query`, objectOf(properties)] as const];
    });
  const events = Object.entries(webhooks).map(
    ([type, { post }]) => [type, post.requestBody.content["application/json"].schema] as const,
  );
  const declarations = [...Object.entries(components.schemas), ...queries].map(
    ([name, schema]) => `${comment(schema)}export type ${name} = ${written(schema)};`,
  );
  const messages = `/** What a receiver gets, by its type. */\nexport type WebhookEvents = ${written({
    properties: Object.fromEntries(events),
    required: events.map(([type]) => type),
  })};`;
  return `${[header, ...declarations, messages].join("\n\n")}\n`;
}

const header = "// Made from openapi/openapi.json: npm run openapi. A test compares.";
const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const objectOf = (properties: { name: string; schema: Schema; description?: unknown }[]): Schema => ({
  properties: Object.fromEntries(
    properties.map(({ name, schema, description }) => [
      name,
      { ...schema, description: String(description) },
    ]),
  ),
});

const comment = ({ description }: Schema) => (description ? `/** ${description} */\n` : "");

function written(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) return alternatives.map(written).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map(primitiveOf).join(" | ");
  if (schema.items) return `Array<${written(schema.items)}>`;
  if (schema.properties) return writtenObject(schema);
  if (typeof schema.additionalProperties === "object")
    return `Record<string, ${written(schema.additionalProperties)}>`;
  if (schema.type === "object") return "Record<string, never>";
  return schema.format === "binary" ? "Blob" : primitiveOf(schema.type ?? "");
}

const primitives: Record<string, string> = {
  integer: "number",
  number: "number",
  string: "string",
  boolean: "boolean",
  null: "null",
};
const primitiveOf = (type: string) => primitives[type] ?? "unknown";

function writtenObject({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${comment(schema)}${key}${required.includes(name) ? "" : "?"}: ${written(schema)};`;
  });
  return `{\n${fields.join("\n").replaceAll(/^/gm, "  ")}\n}`;
}
