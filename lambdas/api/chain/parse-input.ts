import * as v from "valibot";
import { unprocessable } from "../../domain/errors.ts";

const maxProblems = 5;

/**
 * Parses a caller's input. Throws a validation_error that names each wrong field and what it must be; an
 * unknown one is not a `kind` of this request.
 */
export function parseInput<const S extends v.GenericSchema>(
  schema: S,
  input: unknown,
  kind = "field",
): v.InferOutput<S> {
  const result = v.safeParse(schema, input, { abortPipeEarly: true });
  if (result.success) return result.output;
  const problems = [...new Set(result.issues.map((issue) => describe(issue, kind)))].slice(0, maxProblems);
  throw unprocessable(`${problems.join("; ")}.`);
}

/** One problem as a clause that begins with the field's path; the schema's message says what it must be. */
function describe(issue: v.BaseIssue<unknown>, kind: string): string {
  const path = shortened(v.getDotPath(issue) ?? "the body");
  if (issue.type === "strict_object" && issue.expected === "never")
    return `${path} is not a ${kind} of this request`;
  if (issue.received === "undefined") return `${path} is required`;
  return `${path} ${wrongType[issue.type] ?? issue.message}`;
}

const wrongType: Record<string, string> = {
  strict_object: "must be an object",
  array: "must be a list",
  string: "must be a string",
  boolean: "must be true or false",
};

/** Names that callers choose can have any length. */
const shortened = (path: string) => (path.length <= 80 ? path : `${path.slice(0, 80)}…`);
