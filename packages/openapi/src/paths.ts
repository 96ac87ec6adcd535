import type { Operation, Query } from "service/lambdas/api/contract/operation.ts";
import { pathParameters } from "service/lambdas/api/contract/path-parameters.ts";
import {
  type ErrorName,
  errorExamples,
  statusMeanings,
} from "service/lambdas/api/contract/published/errors.ts";
import { type Published, publishedOperations } from "service/lambdas/api/contract/published/index.ts";
import { queryParameters } from "service/lambdas/api/contract/published/parameters.ts";
import * as v from "valibot";
import { codeSamplesOf } from "./code-samples.ts";
import { headersOf } from "./headers.ts";
import { inline, reference, referenceToSchema } from "./schemas.ts";

/** The `paths` section: every operation, as it is declared and published. */
export function paths() {
  const byPath: Record<string, Record<string, unknown>> = {};
  for (const published of publishedOperations) {
    const { path, method } = published.operation;
    byPath[path] = { ...byPath[path], [method.toLowerCase()]: operationOf(published) };
  }
  return byPath;
}

function operationOf(published: Published) {
  const { operation, tag, summary, description } = published;
  const parameters = parametersOf(published);
  return {
    operationId: operation.operationId,
    tags: [tag],
    summary,
    description: `${description} ${countedBy(operation)}`,
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(published),
    responses: responsesOf(published),
    "x-codeSamples": codeSamplesOf(operation.operationId),
  };
}

const countedBy = ({ counter }: Operation) =>
  `Limited by \`${counter.limit}\` of the usage summary, and counted apart from other operations.`;

function parametersOf({ operation }: Published) {
  const inPath = Object.entries(pathParameters)
    .filter(([name]) => operation.path.includes(`{${name}}`))
    .map(([name, schema]) => ({ name, in: "path", required: true, schema: inline(schema) }));
  const keyed = operation.method === "POST" ? [idempotencyKey] : [];
  return [...inPath, ...keyed, ...("query" in operation ? queryParametersOf(operation.query) : [])];
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: true,
  description: "A new one for each new request; the same one to repeat it.",
  schema: { type: "string", minLength: 1, maxLength: 200 },
  example: "3f6c1e0a-listing-4711-living-room",
};

function bodyOf({ operation, request, form }: Published) {
  if (!request || !("body" in operation)) return {};
  const content = {
    "application/json": {
      schema: referenceToSchema(operation.body),
      examples: exampleObjects(request.examples),
    },
    ...(form && {
      "multipart/form-data": {
        schema: reference(form.schema),
        encoding: { file: { contentType: "image/jpeg, image/png, image/webp" } },
        examples: exampleObjects(form.examples),
      },
    }),
  };
  return { requestBody: { required: request.required, content } };
}

const exampleObjects = (examples: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));

function responsesOf({ operation, response, errors }: Published) {
  const replayable = operation.method === "POST";
  const statuses = [...new Set(errors.map((name) => errorExamples[name].status))].toSorted();
  const success = {
    description: response.description,
    headers: headersOf(200, replayable),
    content: {
      "application/json": {
        schema: referenceToSchema(response.schema),
        examples: exampleObjects(response.examples),
      },
      ...filesOf(operation),
    },
  };
  return {
    200: success,
    ...Object.fromEntries(statuses.map((status) => [status, errorResponse(status, errors)])),
  };
}

/** The answer in its other media types: text as it is, the bytes of others. */
const filesOf = ({ types = [] }: Operation) =>
  Object.fromEntries(
    types
      .filter((type) => type !== "application/json")
      .map((type) => [type, { schema: type.startsWith("text/") ? { type: "string" } : {} }]),
  );

function errorResponse(status: number, errors: ErrorName[]) {
  const names = errors.filter((name) => errorExamples[name].status === status);
  return {
    description: statusMeanings[status] ?? "",
    headers: headersOf(status, false),
    content: {
      "application/json": {
        schema: reference("Error"),
        examples: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
      },
    },
  };
}

const meaningOf = new Map<string, string>(Object.entries(queryParameters));

/** The query parameters of an operation, from the schema that parses them. */
const queryParametersOf = ({ entries }: Query) =>
  Object.entries(entries).map(([name, schema]) => ({
    name,
    in: "query",
    description: meaningOf.get(name),
    schema: { ...inline(schema, "output"), ...defaultOf(schema) },
  }));

/** What an absent parameter counts as, if it has a default. */
function defaultOf(schema: v.GenericSchema): { default?: unknown } {
  const absent = v.safeParse(schema, undefined);
  return absent.success && absent.output !== undefined ? { default: absent.output } : {};
}
