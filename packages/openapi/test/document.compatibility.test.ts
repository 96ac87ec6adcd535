import { readFileSync } from "node:fs";
import { join } from "node:path";
import { versionsOfFields } from "service/lambdas/api/contract/published/field.ts";
import { namedSchemas, publishedOperations } from "service/lambdas/api/contract/published/index.ts";
import { frozenVersions } from "service/test/support/openapi.ts";
import { expect, test } from "vitest";
import { breaks } from "./compatibility/document.ts";

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, "..", file), "utf8"));
const frozen = read("1.0.0.json");

/**
 * By version, what the comparison finds and what no caller of it can meet, with the reason: for example a value that only
 * callers get who use what a later version added.
 */
const outOfReach: Record<string, Record<string, string>> = {
  "1.0.0": {
    'GET /api/v1/billing/events 200 application/json now answers.items[].usage_type: value "sandbox"':
      "Only sandboxes have such events, and 1.0.0 had no sandboxes.",
  },
  "1.2.0": {
    "GET /api/v1/billing/statements/{period_start} 406 is removed":
      "No Accept is refused: what 1.1.0 answered is answered again.",
    "POST /api/v1/keys application/json no longer takes.expires_at: format none":
      "The format was missing: what is no date-time was refused.",
    'GET /api/v1/webhooks/deliveries 200 application/json now answers.items[].type: value "listing.completed"':
      "Only jobs with a listing send it, and 1.2.0 had no listings.",
    'POST /api/v1/webhooks/deliveries/{webhook_id}/redeliver 200 application/json now answers.type: value "listing.completed"':
      "Only jobs with a listing send it, and 1.2.0 had no listings.",
  },
};

// @contract versioning.2 added.2
test.each(frozenVersions)(
  "every request of version %s is still allowed, and every answer is still as it describes",
  (version) => {
    const found = breaks(read(`${version}.json`), read("openapi.json"));
    expect(found.toSorted()).toEqual(Object.keys(outOfReach[version] ?? {}).toSorted());
  },
);

const resources = Object.entries(namedSchemas).flatMap(([name, schema]) =>
  versionsOfFields(schema).map(([field, since]) => [name, field, since] as const),
);

test.each(frozenVersions)(
  "the document of version %s has the fields that were declared by then",
  (version) => {
    const { schemas } = read(`${version}.json`).components;
    const has = ([name, field]: readonly [string, string, string]) =>
      schemas[name]?.properties[field] !== undefined;
    const declared = resources.filter(([name, , since]) => schemas[name] && since <= version);
    expect(resources.filter(has)).toEqual(declared);
  },
);

test.each(frozenVersions)(
  "the document of version %s has the operations that were published by then",
  (version) => {
    const { paths } = read(`${version}.json`);
    const described = Object.values<Record<string, { operationId: string }>>(paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    const published = publishedOperations
      .filter(({ since = "1.0.0" }) => since <= version)
      .map(({ operation }) => operation.operationId);
    expect(described.toSorted()).toEqual(published.toSorted());
  },
);

test("a document is compatible with itself", () => {
  expect(breaks(frozen, frozen)).toEqual([]);
});

// biome-ignore lint/suspicious/noExplicitAny: a change reaches anywhere into the document.
type Change = (document: any) => void;
const changed = (change: Change) => {
  const document = structuredClone(frozen);
  change(document);
  return breaks(frozen, document);
};
const creating = "/api/v1/generations";
const listing = "/api/v1/billing/events";
/** The named schemas of a document. */
const change =
  (edit: Change): Change =>
  ({ components: { schemas } }) =>
    edit(schemas);
const generation = (edit: Change) => change(({ CreateGenerationRequest }) => edit(CreateGenerationRequest));
const job = (edit: Change) => change(({ GenerationJob }) => edit(GenerationJob));

const refused: Record<string, Change> = {
  "an operation is removed": ({ paths }) => delete paths[listing].get,
  "a path is removed": ({ paths }) => delete paths[listing],
  "an operation is renamed": ({ paths }) => (paths[listing].get.operationId = "events"),
  "authentication changes": (document) => (document.components.securitySchemes.apiKey.scheme = "basic"),
  "a server is removed": ({ servers }) => servers.pop(),
  "a parameter is removed": ({ paths }) => paths[listing].get.parameters.shift(),
  "a new parameter is required": ({ paths }) =>
    paths[listing].get.parameters.push({ name: "since", in: "query", required: true, schema: {} }),
  "a parameter becomes required": ({ paths }) => (paths[listing].get.parameters[0].required = true),
  "a parameter has a smaller maximum": ({ paths }) => (paths[listing].get.parameters[1].schema.maximum = 100),
  "a parameter has a greater minimum": ({ paths }) => (paths[listing].get.parameters[1].schema.minimum = 2),
  "a body becomes required": ({ paths }) =>
    (paths[`${creating}/{job_id}/regenerate`].post.requestBody.required = true),
  "a content type of a request is removed": ({ paths }) =>
    delete paths[creating].post.requestBody.content["multipart/form-data"],
  "a request has a new required field": generation(({ required }) => required.push("reference")),
  "a request's field is removed": generation(({ properties }) => delete properties.reference),
  "a request's field has another type": generation(
    ({ properties }) => (properties.reference.type = "integer"),
  ),
  "a request's field is shorter": generation(({ properties }) => (properties.reference.maxLength = 100)),
  "a request's field gets a first limit": generation(
    ({ properties }) => (properties.reference.minLength = 1),
  ),
  "a request's field has another pattern": generation(
    ({ properties }) => (properties.source_asset_id.pattern = "^src_[A-Z]+$"),
  ),
  "a request's field gets a format": generation(({ properties }) => (properties.reference.format = "uuid")),
  "a value of a request is removed": change(({ StylePreset }) => StylePreset.enum.pop()),
  "a request takes fewer items": change(({ RoomTypes }) => (RoomTypes.maxItems = 2)),
  "one way to make a request is removed": generation((request) => request.oneOf.pop()),
  "a way to make a request becomes ambiguous": generation(({ oneOf }) =>
    oneOf.push({ required: ["workflow"] }),
  ),
  "a keyword that is not known appears in a request": generation(
    (request) => (request.dependentRequired = {}),
  ),
  "free properties of a request are forbidden": change(
    ({ Metadata }) => (Metadata.additionalProperties = false),
  ),
  "a status of an answer is removed": ({ paths }) => delete paths[creating].post.responses[409],
  "there is another success": ({ paths }) =>
    (paths[creating].post.responses[202] = paths[creating].post.responses[200]),
  "a content type of an answer is removed": ({ paths }) => {
    paths[creating].post.responses[200].content = {};
  },
  "a header of an answer is removed": ({ paths }) =>
    delete paths[creating].post.responses[200].headers["Cache-Control"],
  "a header of an answer becomes optional": (document) =>
    (document.components.headers.CacheControl.required = false),
  "a property of an answer is removed": job((schema) => {
    delete schema.properties.reference;
    schema.required = schema.required.filter((name: string) => name !== "reference");
  }),
  "a property of an answer becomes optional": job(({ required }) => required.pop()),
  "a property of an answer becomes required": change(({ BillingEvent }) =>
    BillingEvent.required.push("mode"),
  ),
  "a new property of an answer is required": job((schema) => {
    schema.properties.original = { type: "string" };
    schema.required.push("original");
  }),
  "a property of an answer has another type": job(
    ({ properties }) => (properties.created_at.type = "integer"),
  ),
  "a property of an answer becomes nullable": job(({ properties }) => {
    properties.include_alternates = { anyOf: [{ type: "boolean" }, { type: "null" }] };
  }),
  "a property of an answer loses its format": job(({ properties }) => delete properties.created_at.format),
  "a property of an answer loses its pattern": job(({ properties }) => delete properties.job_id.pattern),
  "an answer has a new value": job(({ properties }) => properties.status.enum.push("cancelled")),
  "an answer has more items": job(({ properties }) => (properties.outputs.maxItems = 3)),
  "an object inside an answer changes": change(
    ({ UsageSummary }) => (UsageSummary.properties.usage.properties.consumed.type = "number"),
  ),
  "an object inside an answer has a new required property": change(({ UsageSummary }) => {
    UsageSummary.properties.usage.properties.plan = { type: "string" };
    UsageSummary.properties.usage.required.push("plan");
  }),
  "the error envelope changes": change(
    (schemas) => delete schemas.Error.properties.error.properties.retryable,
  ),
  "a webhook is removed": ({ webhooks }) => delete webhooks["generation.failed"],
  "a header of a webhook is removed": ({ webhooks }) => webhooks["generation.failed"].post.parameters.pop(),
  "the body of a webhook changes": ({ webhooks }) =>
    (webhooks["webhook.test"].post.requestBody.content["application/json"].schema.required = ["type"]),
};

// @contract added.2
test.each(Object.entries(refused))("the comparison finds that %s", (_name, edit) => {
  expect(changed(edit)).not.toEqual([]);
});

const allowed: Record<string, Change> = {
  "a new server": ({ servers }) => servers.unshift({ url: "https://api.example.com" }),
  "a new operation": ({ paths }) => (paths["/api/v1/uploads"] = { post: { operationId: "createUpload" } }),
  "a new optional parameter": ({ paths }) =>
    paths[listing].get.parameters.push({ name: "job_id", in: "query", schema: { type: "string" } }),
  "a new status of an error": ({ paths }) =>
    (paths["/api/v1/usage/summary"].get.responses[422] = paths[creating].post.responses[422]),
  "a new webhook": ({ webhooks }) => (webhooks["generation.started"] = webhooks["generation.failed"]),
  "a new optional field of a request": generation(({ properties }) => (properties.note = { type: "string" })),
  "a greater limit of a request": generation(({ properties }) => (properties.reference.maxLength = 300)),
  "a new value of a request that no answer has": generation((request) => {
    request.properties.mode = { enum: ["refurnish", "renovate", "clean", "declutter"], type: "string" };
  }),
  "a new way to make a request": generation(({ properties, oneOf }) => {
    properties.upload_id = { type: "string" };
    oneOf.push({ required: ["upload_id"] });
  }),
  "a field that is one of two": change(({ CreateSourceAssetRequest: request }) => {
    request.properties.upload_id = { type: "string" };
    delete request.required;
    request.oneOf = [{ required: ["source_url"] }, { required: ["upload_id"] }];
  }),
  "named schemas for the ways to make a request": change((schemas) => {
    const { oneOf, ...request } = schemas.CreateGenerationRequest;
    const { source_url, source_asset_id, ...others } = request.properties;
    const named = (name: string, schema: object) => {
      const required = [name, ...request.required];
      schemas[`CreateBy_${name}`] = { ...request, properties: { [name]: schema, ...others }, required };
      return { $ref: `#/components/schemas/CreateBy_${name}` };
    };
    schemas.CreateGenerationRequest = {
      oneOf: [named("source_url", source_url), named("source_asset_id", source_asset_id)],
    };
  }),
  "a new optional property of an answer": job(({ properties }) => (properties.note = { type: "string" })),
  "a value that answers no longer have": job(({ properties }) => properties.status.enum.shift()),
  "other words": job(({ properties }) => (properties.status.description = "…")),
};

test.each(Object.entries(allowed))("the comparison allows %s", (_name, edit) => {
  expect(changed(edit)).toEqual([]);
});
