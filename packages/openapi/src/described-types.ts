import type { Operation } from "service/lambdas/api/contract/operation.ts";
import { operations } from "service/lambdas/api/contract/operations.ts";
import * as v from "valibot";
import { openApiDocument } from "./document.ts";

export type Schema = {
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

/** The schemas, queries and messages of the document, by the names that clients have for them. */
export function describedTypes() {
  const { components, paths, webhooks } = v.parse(Document, JSON.parse(JSON.stringify(openApiDocument())));
  const queries = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, parameters }) => {
      const properties = parameters.filter(({ in: place }) => place === "query");
      if (properties.length === 0) return [];
      return [[`${capitalized(operationId)}Query`, objectOf(properties)] as const];
    });
  const messages = Object.entries(webhooks).map(
    ([type, { post }]) => [type, post.requestBody.content["application/json"].schema] as const,
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => [name, isRequest.test(name) ? withoutNulls(schema) : schema] as [string, Schema],
  );
  return { schemas, queries, messages };
}

const isRequest = /(Request|Form|From[A-Z][a-z]+)$/;

const bodies: readonly Operation[] = operations;
/** The fields whose null is as if they were left out. A typed client leaves them out, so its types stay as they were. */
const omissible = new Set(
  bodies.flatMap(({ body }) =>
    Object.entries(body?.entries ?? {}).flatMap(([name, schema]) => {
      const given = v.safeParse(schema, null);
      return given.success && given.output !== null ? [name] : [];
    }),
  ),
);

const withoutNulls = ({ properties, ...schema }: Schema): Schema => ({
  ...schema,
  ...(properties && {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, omissible.has(name) ? withoutNull(one) : one]),
    ),
  }),
});

function withoutNull({ anyOf = [], ...schema }: Schema): Schema {
  const [only, ...more] = anyOf.filter(({ type }) => type !== "null");
  return only && more.length === 0 ? { ...only, ...schema } : { ...schema, ...(only && { anyOf }) };
}

export const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const objectOf = (properties: { name: string; schema: Schema; description?: unknown }[]): Schema => ({
  properties: Object.fromEntries(
    properties.map(({ name, schema, description }) => [
      name,
      { ...schema, description: String(description) },
    ]),
  ),
});
