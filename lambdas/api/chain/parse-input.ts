import * as v from "valibot";
import { unprocessable } from "../../domain/errors.ts";

const maxProblems = 5;

/** Values that a message always names: all styles, but not all room types. */
const longestList = 9;

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
  const problems = [...new Set(result.issues.map((issue) => describe(issue, kind, schema)))].slice(
    0,
    maxProblems,
  );
  throw unprocessable(`${problems.join("; ")}.`);
}

/** One problem as a clause that begins with the field's path; the schema's message says what it must be. */
function describe(issue: v.BaseIssue<unknown>, kind: string, schema: v.GenericSchema): string {
  const path = shortened(v.getDotPath(issue) ?? "the body");
  if (issue.type === "strict_object" && issue.expected === "never")
    return `${path} is not a ${kind} of this request${meant(path, fieldsOf(schema))}`;
  if (issue.received === "undefined") return `${path} is required`;
  if (issue.type === "picklist") return `${path} ${oneOf(issue)}`;
  return `${path} ${wrongType[issue.type] ?? issue.message}`;
}

const Fields = v.object({ entries: v.record(v.string(), v.unknown()) });
const fieldsOf = (schema: v.GenericSchema): string[] => {
  const fields = v.safeParse(Fields, schema);
  return fields.success ? Object.keys(fields.output.entries) : [];
};

/** The values of a list, unless it is long and one of them was probably meant. */
function oneOf({ message, input }: v.BaseIssue<unknown>): string {
  const values = message.replace(/^must be one of /, "").split(", ");
  const found = meant(input, values);
  const isLong = values.length > longestList && found !== "";
  return isLong ? `must be one of ${values.length} values${found}` : `${message}${found}`;
}

/** What was probably meant, in brackets: the one value that is the same but for case and signs, or that has this as a word. */
function meant(sent: unknown, known: string[]): string {
  const word = simplified(String(sent));
  const same = known.filter((value) => simplified(value) === word);
  const near = known.filter((value) => value.split(/[ _]/).some((part) => simplified(part) === word));
  const [found, ...others] = same.length > 0 ? same : near;
  return found === undefined || others.length > 0 ? "" : ` (did you mean ${found}?)`;
}

const simplified = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

const wrongType: Record<string, string> = {
  strict_object: "must be an object",
  array: "must be a list",
  string: "must be a string",
  boolean: "must be true or false",
};

/** Names that callers choose can have any length. */
const shortened = (path: string) => (path.length <= 80 ? path : `${path.slice(0, 80)}…`);
