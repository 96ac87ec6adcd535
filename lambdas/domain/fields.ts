/** What follows from a table of fields. The types are stated here once, so that what is derived needs no casts. */

/** One column of a table, such as the schema of each field. */
export function pluck<
  Table extends { [Name in keyof Table]: { [Named in Column]: unknown } },
  Column extends string,
>(table: Table, column: Column): { [Name in keyof Table]: Table[Name][Column] };
export function pluck(table: Record<string, Record<string, unknown>>, column: string): object {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row[column]]));
}

/** The fields of an object that a table names, in the table's order. */
export function pick<Source extends object, Name extends keyof Source>(
  source: Source,
  table: { [Named in Name]: unknown },
): Pick<Source, Name>;
export function pick(source: Record<string, unknown>, table: object): object {
  return Object.fromEntries(Object.keys(table).map((name) => [name, source[name]]));
}

/** Each field that a table names, from the first source that has it; null if none has. */
export function firstOf<Fields extends object>(
  table: { [Name in keyof Fields]: unknown },
  ...sources: ({ [Name in keyof Fields]?: Fields[Name] | null | undefined } | undefined)[]
): { [Name in keyof Fields]: Fields[Name] | null };
export function firstOf(table: object, ...sources: (Record<string, unknown> | undefined)[]): object {
  const first = (name: string) => sources.find((source) => source?.[name] != null)?.[name] ?? null;
  return Object.fromEntries(Object.keys(table).map((name) => [name, first(name)]));
}
