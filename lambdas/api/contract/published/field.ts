import * as v from "valibot";

/** The versions of the contract, with the next one: what is added has it. A release adds the next. */
export type Version = "1.0.0" | "1.1.0" | "1.2.0" | "1.3.0" | "1.4.0";

/**
 * A field of a resource as partners read of it. `Shown` is what handlers answer with: its schema must not allow more.
 * A field with `since` is optional in the document, because answers of the version before are repeated for 24 hours.
 */
export type Field<Shown = unknown> = {
  schema: v.GenericSchema<unknown, Shown>;
  meaning?: string;
  since?: Exclude<Version, "1.0.0">;
  /** Whether the contract has had it as optional from the start. */
  optional?: true;
};
type Fields = Record<string, Field>;

/** The fields that a resource must have for a view: all of its names, and no other. */
export type FieldsOf<View> = { [Name in keyof Required<View>]: Field<View[Name]> };

type Entry<One extends Field> = One extends { since: Version } | { optional: true }
  ? v.OptionalSchema<One["schema"], undefined>
  : One["schema"];

/** The schema of an object with these fields, each with its meaning. */
export function resource<const Declared extends Fields>(
  fields: Declared,
): v.ObjectSchema<{ readonly [Name in keyof Declared]: Entry<Declared[Name]> }, undefined>;
export function resource(fields: Fields): v.GenericSchema {
  const entries = Object.entries(fields).map(([name, field]) => [name, entryOf(field)]);
  const schema = v.object(Object.fromEntries(entries));
  declared.set(schema, fields);
  return schema;
}
const declared = new WeakMap<v.GenericSchema, Fields>();

/** The version since which a schema made by `resource` has each of its fields. */
export const versionsOfFields = (schema: v.GenericSchema): [name: string, since: string][] =>
  Object.entries(declared.get(schema) ?? {}).map(([name, { since = "1.0.0" }]) => [name, since]);

/** The meaning stands outside `v.optional`: inside, the document would lose a reference to a named schema. */
function entryOf({ schema, meaning, since, optional }: Field): v.GenericSchema {
  const entry = since === undefined && !optional ? schema : v.optional(schema);
  return meaning === undefined ? entry : v.pipe(entry, v.description(meaning));
}

export const DateTime = v.pipe(v.string(), v.isoTimestamp());
export const Url = v.pipe(v.string(), v.url());
export const Count = v.pipe(v.number(), v.integer());

/** When something was made and changed, and when it ended. */
export const times = {
  created_at: { schema: DateTime },
  completed_at: { schema: v.nullable(DateTime), meaning: "Set when the terminal state is reached." },
  updated_at: { schema: DateTime },
};

export const nextCursor = {
  schema: v.nullable(v.string()),
  meaning: "Pass it as `cursor` for the next page; null on the last page.",
};
