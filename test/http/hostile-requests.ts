import fc from "fast-check";
import { CAPTURE_TYPES, MODES, ROOMS, STYLES, WORKFLOWS } from "../domain/oracle.ts";
import { Form } from "../support/api.ts";

export type Hostile = {
  operationId: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: object | string | undefined;
};

/** Ids of things that exist, which requests use among others. */
export type Known = { authorization: string; assets: string[]; jobs: string[]; ingests: string[] };

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom(
    "",
    " ",
    "null",
    "__proto__",
    "constructor",
    "\0",
    "\ud800",
    "🏠",
    "' OR 1=1 --",
    "${7*7}",
    "../../etc",
  ),
);
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  text,
  fc.constantFrom(null, [], {}, -0, 1e308, 2 ** 53),
);
const urls = fc.oneof(
  fc.webUrl({ validSchemes: ["https", "http", "ftp"] }),
  fc.constantFrom(
    "https://127.0.0.1/a.jpg",
    "https://[::ffff:10.0.0.1]/",
    "//host/a",
    "data:image/png;base64,AAAA",
    "https://a.example.com:99999/",
  ),
  text,
);

/** Mostly what the contract wants, sometimes anything at all. */
const orAnything = <T>(wanted: fc.Arbitrary<T>) =>
  fc.oneof(
    { arbitrary: wanted as fc.Arbitrary<unknown>, weight: 8 },
    { arbitrary: anything as fc.Arbitrary<unknown>, weight: 1 },
  );

const fields = ({ assets }: Known) => ({
  source_url: orAnything(urls),
  source_asset_id: orAnything(fc.constantFrom(...assets, "src_unknown", "src_", "job_1")),
  workflow: orAnything(fc.constantFrom(...WORKFLOWS)),
  capture_type: orAnything(fc.constantFrom(...CAPTURE_TYPES)),
  mode: orAnything(fc.constantFrom(...MODES)),
  room_types: orAnything(fc.array(fc.constantFrom(...ROOMS.slice(0, 8)), { maxLength: 4 })),
  style_preset: orAnything(fc.constantFrom(...STYLES)),
  include_alternates: orAnything(fc.boolean()),
  reference: orAnything(fc.string({ unit: "grapheme", maxLength: 250 })),
  metadata: orAnything(
    fc.dictionary(text, fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null)), { maxKeys: 25 }),
  ),
  webhook: orAnything(fc.record({ url: urls }, { requiredKeys: [] })),
});

/** An object with some of the fields, and now and then one that no request has. */
const jsonObject = (known: Known) =>
  fc
    .tuple(
      fc.record(fields(known), { requiredKeys: ["workflow", "capture_type"] }),
      fc.option(fc.tuple(text, anything), { freq: 8 }),
      fc.oneof(
        { arbitrary: fc.constant("source_asset_id"), weight: 6 },
        { arbitrary: fc.constantFrom("source_url", "both"), weight: 1 },
      ),
    )
    .map(([object, extra, source]): Record<string, unknown> => {
      const { source_asset_id, source_url, ...others } = object;
      const sources = { source_asset_id, source_url };
      const chosen = source === "both" ? sources : { [source]: sources[source as keyof typeof sources] };
      return { ...others, ...chosen, ...(extra && { [extra[0]]: extra[1] }) };
    });

/** JSON that was cut, bent or deepened. */
const brokenJson = (known: Known) =>
  fc.oneof(
    jsonObject(known).chain((object) => {
      const whole = JSON.stringify(object);
      return fc.nat(whole.length).map((end) => whole.slice(0, end));
    }),
    fc.nat(50_000).map((depth) => `${'{"metadata":'.repeat(depth)}1${"}".repeat(depth)}`),
    fc.constantFrom(
      '{"__proto__":{"workflow":"staging"}}',
      '{"metadata":{"n":1e999}}',
      "[",
      "nul",
      '"\\ud800"',
      "{}{}",
      "\ufeff{}",
    ),
    fc.jsonValue().map((value) => JSON.stringify(value)),
    text,
  );

const partName = fc.oneof(
  {
    arbitrary: fc.constantFrom(
      "file",
      "workflow",
      "capture_type",
      "mode",
      "room_types",
      "room_types[]",
      "metadata",
      "webhook",
      "reference",
      "include_alternates",
      "source_url",
      "style_preset",
    ),
    weight: 9,
  },
  { arbitrary: text.map((name) => name.replaceAll(/["\r\n]/g, "")), weight: 1 },
);
const partValue = fc.oneof(
  fc.constantFrom<string>(
    ...WORKFLOWS,
    ...CAPTURE_TYPES,
    ...MODES,
    ...STYLES,
    ...ROOMS,
    "true",
    "false",
    "Kitchen,Living Room",
    '["Kitchen"]',
    '{"a":1}',
    '{"url":"https://a.example.com"}',
    "{",
    "[",
  ),
  text,
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);
const form = fc
  .record({
    parts: fc.uniqueArray(fc.tuple(partName, partValue), { maxLength: 5, selector: ([name]) => name }),
    base: fc.constantFrom("none", "pro_capture", "staging"),
    repeated: fc.boolean(),
  })
  .map(({ parts, base, repeated }) => {
    const start: [string, string | Buffer][] = base === "none" ? [] : [["file", Buffer.from("no picture")]];
    if (base !== "none") start.push(["workflow", base], ["capture_type", "floorplan"]);
    const names = new Set(start.map(([name]) => name));
    return new Form([...start, ...parts.filter(([name]) => repeated || !names.has(name))]);
  });

/** The bytes of a form, cut or bent, under a content type that may not fit. */
const brokenForm = fc
  .tuple(form, fc.nat(400), fc.constantFrom("", "; boundary=", "; boundary=x", '; boundary="'))
  .map(([{ contentType, boundary, ...rest }, end, parameter]) => {
    const bytes = new Form(rest.parts, boundary).bytes().toString("latin1");
    const type = parameter === "" ? contentType : `multipart/form-data${parameter}`;
    return { headers: { "content-type": type }, body: bytes.slice(0, end) };
  });

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
/** Lone surrogates have no place in a URL; an empty segment would be another path. */
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

const overrides = (known: Known) =>
  fc.record(
    (({ mode, room_types, style_preset, reference, metadata, webhook }) => ({
      mode,
      room_types,
      style_preset,
      reference,
      metadata,
      webhook,
    }))(fields(known)),
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
