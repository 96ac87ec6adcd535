import { validity } from "service/lambdas/domain/generation/validity.ts";
import { describedTypes, type Schema } from "./described-types.ts";

/**
 * The types of packages/clients/typescript, by the names of the document. The generators that docs/generated-clients.md names wrap
 * theirs in types of paths and responses, and need TypeScript's compiler as a library, which this project does not have.
 */
export function clientTypes(): string {
  const { schemas, queries, messages } = describedTypes();
  const declarations = [...schemas, ...queries].map(
    ([name, schema]) => `${comment(schema)}export type ${name} = ${written(schema)};`,
  );
  const events = `/** What a receiver gets, by its type. */\nexport type WebhookEvents = ${written({
    properties: Object.fromEntries(messages),
    required: messages.map(([type]) => type),
  })};`;
  return `${[header, ...declarations, whatGoesTogether(), events].join("\n\n")}\n`;
}

/** The combinations of the validity matrix as a union, so that one which the service refuses does not compile. */
function whatGoesTogether(): string {
  const combinations = validity.map(
    ({ workflow, capture_type, mode, room_types, style_preset }) =>
      `{ workflow: "${workflow}"; capture_type: "${capture_type}"; ${[
        mode === "refused" ? "mode?: never" : `mode: ${mode.map((value) => `"${value}"`).join(" | ")}`,
        fieldOf("room_types", "RoomTypes", room_types),
        fieldOf("style_preset", "StylePreset", style_preset),
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

const header = "// Made from packages/openapi/openapi.json: npm run openapi. A test compares.";

const comment = ({ description }: Schema) => (description ? `/** ${description} */\n` : "");

function written(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) return alternatives.map(written).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
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
