import * as v from "valibot";

/**
 * The input of a tool as its host means it: some hosts send lists, numbers and yes or no as texts, and what was left out as
 * an empty text or null. A value that the schema takes stays as it is.
 */
export function meantBy(entries: v.ObjectEntries, given: unknown): unknown {
  if (!isObject(given)) return given;
  const fields = Object.entries(given).map(([name, value]) => {
    const field = Object.hasOwn(entries, name) ? entries[name] : undefined;
    return [name, field === undefined ? value : meantByField(field, value)];
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Field = v.ObjectEntries[string];
const isOptional = ({ type }: Field) => type === "optional" || type === "exact_optional";

function meantByField(field: Field, value: unknown): unknown {
  if (isOptional(field) && isBlank(value)) return undefined;
  const readings = readingsOf(value);
  const meant = [value, ...readings].find((reading) => reading !== undefined && takes(field, reading));
  if (meant !== undefined) return meant;
  return isOptional(field) && readings.some(isBlank) ? undefined : value;
}

/** To Valibot a list is an object, too. */
const takes = (field: Field, value: unknown) =>
  v.is(field, value) && !(Array.isArray(value) && v.is(field, {}));

const isBlank = (value: unknown) =>
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

/** What a value may stand for. Schemas differ so much that a field takes one of them at most. */
function readingsOf(value: unknown): unknown[] {
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  if (typeof value !== "string") return [];
  const text = value.trim();
  const items = text.split(",").map((item) => item.trim());
  return [text, parsed(text), parsed(text.toLowerCase()), items];
}

/** A text as JSON; undefined if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What to say of fields that a tool does not have; null if it has all. */
export function strangersIn(entries: v.ObjectEntries, given: unknown): string | null {
  if (!isObject(given)) return null;
  const strangers = Object.keys(given).filter((name) => !Object.hasOwn(entries, name));
  if (strangers.length === 0) return null;
  const missing = Object.entries(entries).flatMap(([name, field]) =>
    isOptional(field) || Object.hasOwn(given, name) ? [] : [name],
  );
  const [one, ...others] = missing;
  const hint =
    strangers.length === 1 && one !== undefined && others.length === 0
      ? `use ${one}.`
      : `the fields are ${Object.keys(entries).join(", ") || "none"}.`;
  return `${strangers.join(", ")} ${strangers.length === 1 ? "is not a field" : "are not fields"}: ${hint}`;
}
