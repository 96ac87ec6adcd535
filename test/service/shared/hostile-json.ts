import fc from "fast-check";
import type { CreateGeneration } from "../../../lambdas/api/contract/generations/create.ts";
import { sentFields } from "../../../lambdas/domain/generation/caller-fields.ts";
import { CAPTURE_TYPES, MODES, ROOMS, STYLES, WORKFLOWS } from "../../support/oracle.ts";

/** Ids that exist; requests use them among others. */
export type Known = { authorization: string; assets: string[]; jobs: string[]; ingests: string[] };

export const text = fc.oneof(
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

/** Mostly a valid value, sometimes any value at all. */
const orAnything = <T>(wanted: fc.Arbitrary<T>) =>
  fc.oneof(
    { arbitrary: wanted as fc.Arbitrary<unknown>, weight: 8 },
    { arbitrary: anything as fc.Arbitrary<unknown>, weight: 1 },
  );

type Field = keyof typeof CreateGeneration.body.entries;
type Row = fc.Arbitrary<unknown>;
/** What a job keeps for its caller: a text, unless its row says otherwise. */
const kept = Object.fromEntries(
  Object.keys(sentFields).map((name) => [name, orAnything(fc.string({ unit: "grapheme", maxLength: 250 }))]),
) as Record<keyof typeof sentFields, Row>;

export const fields = ({ assets }: Known): Record<Field, Row> => ({
  source_url: orAnything(urls),
  source_asset_id: orAnything(fc.constantFrom(...assets, "src_unknown", "src_", "job_1")),
  mask_url: orAnything(urls),
  upload_id: orAnything(fc.constantFrom("upl_unknown", "upl_", "src_1")),
  workflow: orAnything(fc.constantFrom(...WORKFLOWS)),
  capture_type: orAnything(fc.constantFrom(...CAPTURE_TYPES)),
  mode: orAnything(fc.constantFrom(...MODES)),
  room_types: orAnything(fc.array(fc.constantFrom(...ROOMS.slice(0, 8)), { maxLength: 4 })),
  style_preset: orAnything(fc.constantFrom(...STYLES)),
  include_alternates: orAnything(fc.boolean()),
  disclosure: orAnything(fc.constantFrom("none", "label", "label_and_page")),
  listing: orAnything(fc.constantFrom("elm-street-5", "A.b_c-1", "..", "with blank", "x".repeat(101))),
  ...kept,
  metadata: orAnything(
    fc.dictionary(text, fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null)), { maxKeys: 25 }),
  ),
  webhook: orAnything(fc.record({ url: urls }, { requiredKeys: [] })),
});

/** An object with some of the fields, and sometimes one that no request has. */
export const jsonObject = (known: Known) =>
  fc
    .tuple(
      fc.record(fields(known), { requiredKeys: ["workflow", "capture_type"] }),
      fc.option(fc.tuple(text, anything), { freq: 8 }),
      fc.oneof(
        { arbitrary: fc.constant("source_asset_id"), weight: 6 },
        { arbitrary: fc.constantFrom("source_url", "upload_id", "both"), weight: 1 },
      ),
    )
    .map(([object, extra, source]): Record<string, unknown> => {
      const { source_asset_id, source_url, upload_id, ...others } = object;
      const sources = { source_asset_id, source_url, upload_id };
      const chosen = source === "both" ? sources : { [source]: sources[source as keyof typeof sources] };
      return { ...others, ...chosen, ...(extra && { [extra[0]]: extra[1] }) };
    });

/** JSON that is truncated, altered or very deep. */
export const brokenJson = (known: Known) =>
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
