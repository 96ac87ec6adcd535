import { statusOf } from "service/lambdas/api/chain/responses.ts";
import { failureCodes } from "service/lambdas/domain/failures.ts";
import { validity } from "service/lambdas/domain/generation/validity.ts";
import { describedTypes, type Schema } from "./described-types.ts";

/**
 * The types of packages/clients/typescript, by the names of the document. The generators that docs/generated-clients.md names wrap
 * theirs in types of paths and responses, and need TypeScript's compiler as a library, which this project does not have.
 */
export function clientTypes(): string {
  const { schemas, queries, messages } = describedTypes();
  const declarations = [...schemas, ...queries].map(
    ([name, schema]) => `${comment(schema)}export type ${name} = ${declared(name, schema)};`,
  );
  const events = `/** What a receiver gets, by its type. */\nexport type WebhookEvents = ${written({
    properties: Object.fromEntries(messages),
    required: messages.map(([type]) => type),
  })};`;
  const settings = settingsOf(schemas);
  return `${[header, ...declarations, codes, whatGoesTogether(), settings, events].join("\n\n")}\n`;
}

/** The codes that a caller decides by. In the document they are open, so that a new one breaks no generated client. */
const codes = `/** Why a request is refused. */
export type RefusalCode = ${oneOf(Object.keys(statusOf))};

/** Why a job or an ingest failed. */
export type FailureCode = ${oneOf(Object.keys(failureCodes))};`;

/** A create is what goes together, with a picture; the codes of errors and failures are closed. */
function declared(name: string, schema: Schema): string {
  if (name === "Failure") return written(schema).replace("code: string", "code: FailureCode");
  if (name === "Error")
    return written(schema).replace("code: string", 'code: RefusalCode | "internal_error"');
  if (!/^CreateGenerationF/.test(name)) return written(schema);
  const [[source, picture] = ["", {}]] = Object.entries(schema.properties ?? {});
  return `${written({ properties: { [source]: picture }, required: [source] })} & GenerationSettings`;
}

/** The settings of a create, by the matrix and by their own types alone. */
function settingsOf(schemas: [string, Schema][]): string {
  const [, schema] = schemas.find(([name]) => name === "CreateGenerationFromAsset") ?? [];
  const { source_asset_id: _, ...properties } = schema?.properties ?? {};
  return `/** What to make of a picture, if only the service checks what goes together: see \`unchecked\`. */
export type UncheckedSettings = ${written({ ...schema, properties })};

/** What to make of a picture. */
export type GenerationSettings = GenerationChoice & Omit<UncheckedSettings, keyof GenerationChoice>;`;
}

/** The combinations of the validity matrix as a union, so that one which the service refuses does not compile. */
function whatGoesTogether(): string {
  const combinations = validity.map(
    ({ workflow, capture_type, mode, room_types, style_preset, mask }) =>
      `{ workflow: "${workflow}"; capture_type: "${capture_type}"; ${[
        mode === "refused" ? "mode?: never" : `mode: ${oneOf(mode)}`,
        fieldOf("room_types", "RoomTypes", room_types),
        fieldOf("style_preset", "StylePreset", style_preset),
        ...(mask === "refused" ? ["mask?: never", "mask_url?: never"] : []),
      ].join("; ")} }`,
  );
  return `/** What goes together in a request. */\nexport type GenerationChoice =\n${combinations.map((one) => `  | ${one}`).join("\n")};`;
}

const fieldOf = (
  name: string,
  type: string,
  rule: (typeof validity)[number]["room_types" | "style_preset"],
) => (rule === "refused" ? `${name}?: never` : `${name}${rule === "required" ? "" : "?"}: ${type}`);

/**
 * The values of packages/clients/typescript that its types cannot give: what may be chosen, for a form or for another program. A
 * list for each enumeration that the document names.
 */
export function clientVocabulary(): string {
  const lists = describedTypes().schemas.flatMap(([name, { enum: values }]) =>
    values ? [`export const ${listName(name)} = ${JSON.stringify(values)} as const;`] : [],
  );
  return `${[header, ...lists].join("\n\n")}\n`;
}

const listName = (name: string) => `${name.charAt(0).toLowerCase()}${name.slice(1)}s`;

function oneOf(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

const header = "// Made from packages/openapi/openapi.json: npm run openapi. A test compares.";

const comment = ({ description }: Schema) => (description ? `/** ${description} */\n` : "");

function written(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) return alternatives.map(written).join(" | ");
  if (schema.enum) return oneOf(schema.enum);
  if (Array.isArray(schema.type)) return schema.type.map(primitiveOf).join(" | ");
  if (schema.items) return `Array<${written(schema.items)}>`;
  if (schema.properties) return writtenObject(schema);
  if (typeof schema.additionalProperties === "object")
    return `Record<string, ${written(schema.additionalProperties)}>`;
  if (schema.type === "object") return "Record<string, never>";
  return schema.format === "binary" ? "Blob" : primitiveOf(schema.type ?? "");
}

const primitives: Record<string, string> = {
  integer: "number",
  number: "number",
  string: "string",
  boolean: "boolean",
  null: "null",
};
const primitiveOf = (type: string) => primitives[type] ?? "unknown";

function writtenObject({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${comment(schema)}${key}${required.includes(name) ? "" : "?"}: ${written(schema)};`;
  });
  return `{\n${fields.join("\n").replaceAll(/^/gm, "  ")}\n}`;
}
