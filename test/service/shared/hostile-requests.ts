import fc from "fast-check";
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
  const { source_url, source_asset_id, workflow, capture_type, include_alternates, ...overridable } =
    fields(known);
  return fc.record(overridable, { requiredKeys: [] });
};

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

type Kind = {
  operationId: string;
  method: string;
  path: fc.Arbitrary<string>;
  content: fc.Arbitrary<Pick<Hostile, "headers" | "body">>;
};
const nothing = fc.constant({ headers: {}, body: undefined });

/** Requests of all operations, valid and hostile. */
export function hostileRequests(known: Known): fc.Arbitrary<Hostile> {
  const base = "/api/v1";
  const kinds: [number, Kind][] = [
    [
      3,
      {
        operationId: "createSourceAsset",
        method: "POST",
        path: fc.constant(`${base}/source-assets`),
        content: bodies(known),
      },
    ],
    [
      1,
      {
        operationId: "getSourceAsset",
        method: "GET",
        path: id(known.ingests).map((ingest) => `${base}/source-assets/${ingest}`),
        content: nothing,
      },
    ],
    [
      8,
      {
        operationId: "createGeneration",
        method: "POST",
        path: fc.constant(`${base}/generations`),
        content: bodies(known),
      },
    ],
    [
      1,
      {
        operationId: "getGeneration",
        method: "GET",
        path: id(known.jobs).map((job) => `${base}/generations/${job}`),
        content: nothing,
      },
    ],
    [
      3,
      {
        operationId: "regenerateGeneration",
        method: "POST",
        path: id(known.jobs).map((job) => `${base}/generations/${job}/regenerate`),
        content: fc.oneof(
          overrides(known).map((body) => ({ headers: {}, body })),
          bodies(known),
        ),
      },
    ],
    [
      1,
      {
        operationId: "getUsageSummary",
        method: "GET",
        path: query.map((text) => `${base}/usage/summary?${text}`),
        content: nothing,
      },
    ],
    [
      1,
      {
        operationId: "listBillingEvents",
        method: "GET",
        path: query.map((text) => `${base}/billing/events?${text}`),
        content: nothing,
      },
    ],
  ];
  return fc.oneof(
    ...kinds.map(([weight, { operationId, method, path, content }]) => ({
      weight,
      arbitrary: fc.tuple(path, headersOf(known), content).map(([path, headers, { body, headers: own }]) => ({
        operationId,
        method,
        path,
        headers: { ...headers, ...own },
        body,
      })),
    })),
  );
}
