import { readFileSync } from "node:fs";
import { join } from "node:path";
import { callerFields } from "../../../lambdas/api/contract/job-fields.ts";
import { pathParameters } from "../../../lambdas/api/contract/path-parameters.ts";
import { versions } from "../../../lambdas/api/contract/published/field.ts";
import { sandboxReferences } from "../../../lambdas/domain/generation/sandbox.ts";
import { codeSamplesOf } from "./code-samples.ts";
import { type ErrorName, errorExamples, statusMeanings } from "./errors.ts";
import { failureCodesTable } from "./failure-codes.ts";
import { headers, headersOf } from "./headers.ts";
import { type Documented, documentedOperations } from "./operations.ts";
import { queryParameters } from "./query-parameters.ts";
import { componentSchemas, inline, reference } from "./schemas.ts";
import { webhooks } from "./webhooks.ts";

const localService = "http://127.0.0.1:4000";

/** The OpenAPI 3.1 document of the service, made from the operations and schemas that the handlers use. */
export const openApiDocument = () => ({
  openapi: "3.1.0",
  info: {
    title: "Image Staging Generation API",
    version: versions.at(-1),
    summary: "One property picture in, listing-ready pictures out.",
    description: introduction(),
    contact: { name: "The operator that issued your API key" },
    license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
  },
  externalDocs: { url: "./", description: "The documents that this one is served with." },
  servers: [
    // Generators take the first entry for the default address, and cannot use one that is nothing but a variable.
    { url: localService, description: "A local service." },
    {
      url: "{base_url}",
      description: "The base address that came with your API key; by default that of a local service.",
      variables: { base_url: { default: localService } },
    },
  ],
  security: [{ apiKey: [] }],
  tags: [
    { name: "Source assets", description: "Original pictures." },
    { name: "Generations", description: "Jobs that make listing-ready pictures." },
    { name: "Usage and billing", description: "What was used, and what it costs." },
    {
      name: "Webhooks",
      description: "What the service tells you.",
      externalDocs: { url: "https://www.standardwebhooks.com/", description: "How messages are signed." },
    },
  ],
  paths: paths(),
  webhooks,
  components: {
    securitySchemes: {
      apiKey: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "stg_live_<public_key_id>.<secret>",
        description:
          "Your organization's API key. It is shown once, when it is issued. That of a sandbox begins with stg_test_.",
      },
    },
    headers,
    examples: Object.fromEntries(Object.entries(errorExamples).map(([name, { value }]) => [name, { value }])),
    schemas: componentSchemas(),
  },
});

const introduction = () =>
  readFileSync(join(import.meta.dirname, "../introduction.md"), "utf8")
    .replace("{failure_codes}", failureCodesTable())
    .replace("{sandbox_references}", listed([...sandboxReferences]))
    .replace("{caller_fields}", listed(Object.keys(callerFields)));

/** "`a`, `b` and `c`" */
const listed = (names: string[]) => new Intl.ListFormat("en-GB").format(names.map((name) => `\`${name}\``));

function paths() {
  const byPath: Record<string, Record<string, unknown>> = {};
  for (const documented of documentedOperations) {
    const { path, method } = documented.operation;
    byPath[path] = { ...byPath[path], [method.toLowerCase()]: operationOf(documented) };
  }
  return byPath;
}

function operationOf(documented: Documented) {
  const { operation, tag, summary, description } = documented;
  const parameters = parametersOf(documented);
  return {
    operationId: operation.operationId,
    tags: [tag],
    summary,
    description,
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(documented),
    responses: responsesOf(documented),
    "x-codeSamples": codeSamplesOf(operation.operationId),
  };
}

function parametersOf({ operation }: Documented) {
  const inPath = Object.entries(pathParameters)
    .filter(([name]) => operation.path.includes(`{${name}}`))
    .map(([name, schema]) => ({ name, in: "path", required: true, schema: inline(schema) }));
  const keyed = operation.method === "POST" ? [idempotencyKey] : [];
  return [...inPath, ...keyed, ...("query" in operation ? queryParameters(operation.query) : [])];
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: true,
  description: "A new one for each new request; the same one to repeat it.",
  schema: { type: "string", minLength: 1, maxLength: 200 },
  example: "3f6c1e0a-listing-4711-living-room",
};

function bodyOf({ request, form }: Documented) {
  if (!request) return {};
  const content = {
    "application/json": { schema: reference(request.schema), examples: exampleObjects(request.examples) },
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

function responsesOf({ operation, response, errors }: Documented) {
  const replayable = operation.method === "POST";
  const statuses = [...new Set(errors.map((name) => errorExamples[name].status))].toSorted();
  const success = {
    description: response.description,
    headers: headersOf(200, replayable),
    content: {
      "application/json": { schema: reference(response.schema), examples: exampleObjects(response.examples) },
    },
  };
  return {
    200: success,
    ...Object.fromEntries(statuses.map((status) => [status, errorResponse(status, errors)])),
  };
}

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
