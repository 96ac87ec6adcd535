import * as v from "valibot";
import type { ExactNumber } from "../json.ts";

export const maxProperties = 20;
/** In addition to the contract's limits, so that a job with its metadata stays far below the size limit of a table item. */
export const maxBytes = 32 * 1024;

const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === "object" && input !== null && !Array.isArray(input) && !JSON.isRawJSON(input);

function problemOf(name: string, value: unknown): string | null {
  if (!name.isWellFormed()) return "must have a name of well-formed Unicode";
  if (typeof value === "string") return value.isWellFormed() ? null : "must be well-formed Unicode";
  const isScalar = typeof value === "number" || typeof value === "boolean" || value === null;
  return isScalar || JSON.isRawJSON(value) ? null : "must be a string, number, boolean or null";
}

/**
 * The caller's own values, echoed unchanged (contract, values.2). Not a Valibot record, which would drop the
 * names `constructor` and `prototype`. `v.metadata` states the same rules as JSON Schema.
 */
export const Metadata = v.pipe(
  v.custom<Record<string, string | number | ExactNumber | boolean | null>>(isObject, "must be an object"),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const entries = Object.entries(dataset.value);
    for (const [key, value] of entries) {
      const message = problemOf(key, value);
      if (message === null) continue;
      addIssue({ message, path: [{ type: "object", origin: "value", input: dataset.value, key, value }] });
      return;
    }
    if (entries.length > maxProperties)
      addIssue({ message: `must have at most ${maxProperties} properties` });
    else if (Buffer.byteLength(JSON.stringify(dataset.value)) > maxBytes)
      addIssue({ message: `must be at most ${maxBytes} bytes of JSON` });
  }),
  v.metadata({
    type: "object",
    maxProperties,
    additionalProperties: { type: ["string", "number", "boolean", "null"] },
  }),
);
export type Metadata = v.InferOutput<typeof Metadata>;
