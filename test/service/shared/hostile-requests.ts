import fc from "fast-check";
import type { Operation } from "../../../lambdas/api/contract/operation.ts";
import { type OperationId, operations } from "../../../lambdas/api/contract/operations.ts";
import type { pathParameters } from "../../../lambdas/api/contract/path-parameters.ts";
import { pathOf } from "../../support/requests.ts";
import { brokenForm, form } from "./hostile-forms.ts";
import { brokenJson, fields, jsonObject, type Known, text } from "./hostile-json.ts";

export type Hostile = {
  operationId: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: object | string | undefined;
};
const idempotencyKey = fc.oneof(
  { arbitrary: fc.uuid(), weight: 12 },
  { arbitrary: fc.constantFrom("shared", "", "k".repeat(200), "k".repeat(201), "ü"), weight: 2 },
);
const headersOf = ({ authorization }: Known) =>
  fc.record({
    authorization: fc.oneof(
      { arbitrary: fc.constant(authorization), weight: 30 },
      {
        arbitrary: fc.constantFrom(
          "",
          "Bearer",
          "Bearer x",
          `${authorization}x`,
          `Bearer stg_live_${"A".repeat(70)}.x`,
        ),
        weight: 1,
      },
    ),
    "idempotency-key": idempotencyKey,
  });

const id = (known: string[]) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...known), weight: 4 },
    { arbitrary: fc.oneof(text, fc.constantFrom("job_1", "src_1", "a".repeat(300))).map(encoded), weight: 1 },
  );
/** A URL cannot hold lone surrogates; an empty segment would be another path. */
const encoded = (segment: string) => encodeURIComponent(segment.toWellFormed()) || "%20";

const bodies = (known: Known) =>
  fc.oneof(
    { arbitrary: jsonObject(known).map((body) => ({ headers: {}, body })), weight: 6 },
    { arbitrary: form.map((body) => ({ headers: {}, body })), weight: 3 },
    {
      arbitrary: brokenJson(known).map((body) => ({ headers: { "content-type": "application/json" }, body })),
      weight: 2,
    },
    { arbitrary: brokenForm, weight: 2 },
    { arbitrary: fc.constant({ headers: { "content-type": "text/plain" }, body: "x" }), weight: 1 },
    { arbitrary: fc.constant({ headers: {}, body: undefined }), weight: 1 },
  );

/** What a regeneration takes: everything but what only a create takes. */
const overrides = (known: Known) => {
  const {
    source_url,
    source_asset_id,
    upload_id,
    workflow,
    capture_type,
    include_alternates,
    ...overridable
  } = fields(known);
  return fc.record(overridable, { requiredKeys: [] });
};

/** Lengths and types of uploads, within the limits and beyond. */
const uploads = fc.record(
  {
    content_length: fc.oneof(fc.nat(60 * 1024 * 1024), fc.double(), text),
    content_type: fc.oneof(fc.constantFrom("image/jpeg", "image/png", "image/webp", "image/gif"), text),
  },
  { requiredKeys: [] },
);

const query = fc
  .record(
    {
      limit: fc.oneof(fc.integer().map(String), fc.constantFrom("1", "200", "0", "201", "1e1", " 5"), text),
      cursor: text,
      other: text,
    },
    { requiredKeys: [] },
  )
  .map((parameters) => new URLSearchParams(parameters).toString());

const time = fc.oneof(
  fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
  fc.constantFrom("2026-11-21T10:00:00+01:00", "9999-12-31T23:59:59-09:00", "0000-01-01T00:00:00+09:00"),
  fc.constantFrom("2026-02-30T00:00:00Z", "2026-11-21", "", "now"),
);
const filters = fc
  .record(
    {
      status: fc.constantFrom("ingesting", "queued", "running", "succeeded", "failed", "ended", ""),
      reference: text,
      created_from: time,
      created_to: time,
      limit: fc.constantFrom("1", "200", "0"),
      cursor: text,
    },
    { requiredKeys: [] },
  )
  .map((parameters) => new URLSearchParams(parameters).toString());

type Kind = {
  weight?: number;
  /** The id in the path. */
  id?: fc.Arbitrary<string>;
  query?: fc.Arbitrary<string>;
  content?: fc.Arbitrary<Pick<Hostile, "headers" | "body">>;
};
/** What is sent more often, or not by the declaration alone. */
const kinds = (known: Known): Partial<Record<OperationId, Kind>> => ({
  createUpload: {
    content: fc.oneof(
      uploads.map((body) => ({ headers: {}, body })),
      bodies(known),
    ),
  },
  createSourceAsset: { weight: 3 },
  createGeneration: { weight: 8 },
  listGenerations: { weight: 2, query: filters },
  regenerateGeneration: {
    weight: 3,
    content: fc.oneof(
      overrides(known).map((body) => ({ headers: {}, body })),
      bodies(known),
    ),
  },
  cancelGeneration: {
    content: fc.oneof(
      fc.constantFrom({ headers: {}, body: {} }, { headers: {}, body: undefined }),
      bodies(known),
    ),
  },
});

const empty = fc.constant("");
const nothing = fc.constant({ headers: {}, body: undefined });

/** Values of the path's parameter: ids that exist, and others. */
const pathValues = (known: Known): Record<keyof typeof pathParameters, fc.Arbitrary<string>> => ({
  ingest_id: id(known.ingests),
  job_id: id(known.jobs),
  key_id: fc.oneof(fc.constant("none"), fc.string()),
  listing: fc.oneof(fc.constantFrom("elm-street-5", "..", "%2e"), fc.string()),
  webhook_id: fc.oneof(fc.constantFrom("msg_1", "msg_"), fc.string()),
  period_start: fc.oneof(fc.constantFrom("2026-11-01", "2026-11-02", "0000-01-01"), fc.string()),
});

/** What an operation is sent by its declaration: a value for its path, a query and a body if it takes them. */
function declaredKind({ path, ...operation }: Operation, known: Known): Required<Kind> {
  const parameter = Object.entries(pathValues(known)).find(([name]) => path.includes(`{${name}}`));
  return {
    weight: 1,
    id: parameter?.[1] ?? empty,
    query: operation.query ? query : empty,
    content: operation.body ? bodies(known) : nothing,
  };
}

/** Requests of all operations, valid and hostile. */
export const hostileRequests = (known: Known): fc.Arbitrary<Hostile> =>
  fc.oneof(
    ...operations.map((operation) => {
      const { operationId, method } = operation;
      const kind = { ...declaredKind(operation, known), ...kinds(known)[operationId] };
      const arbitrary = fc
        .tuple(kind.id, kind.query, headersOf(known), kind.content)
        .map(([id, query, headers, { body, headers: own }]) => ({
          operationId,
          method,
          path: pathOf(operationId, id) + (query && `?${query}`),
          headers: { ...headers, ...own },
          body,
        }));
      return { weight: kind.weight, arbitrary };
    }),
  );
