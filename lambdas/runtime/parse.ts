import * as v from "valibot";
import { unprocessable } from "../domain/errors.ts";

/** Parses caller's input; a misfit is a validation_error whose message names each field and what it must be. */
export function parseInput<const S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  throw unprocessable(`${[...new Set(result.issues.map(describe))].slice(0, 5).join("; ")}.`);
}

function describe(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue) ?? "The body";
  if (issue.type === "strict_object" && issue.expected === "never")
    return `${path} is not a field of this request`;
  if (issue.received === "undefined") return `${path} is required`;
  return `${path} ${issue.message}`;
}
