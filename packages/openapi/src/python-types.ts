import { failureCodes } from "service/lambdas/domain/failures.ts";
import { capitalized, describedTypes, type Schema } from "./described-types.ts";

/**
 * The types of packages/clients/python, by the names of the document: a TypedDict for each object of a request, a dataclass for
 * each of an answer, those inside others named by their place. A picture's place in a request is the client's own, so GenerationSettings stands for the requests of a create.
 */
export function pythonTypes(): string {
  const { schemas, queries, messages } = describedTypes();
  const named = new Map(schemas);
  const declared = new Map<string, string>();

  /** Python needs a type before its use, so each is declared after what it consists of. */
  function declare(name: string, schema: Schema): string {
    if (!declared.has(name)) declared.set(name, declaration(name, schema));
    return name;
  }

  function declaration(name: string, schema: Schema): string {
    if (!schema.properties) return `${name}: TypeAlias = ${written(schema, name)}`;
    const { properties, required = [] } = schema;
    const fields = Object.entries(properties).map(([field, given]) => {
      const type = codesOf(name, field) ?? written(given, name + pascal(field));
      const isSent = isOfRequest(name);
      const isRequired = required.includes(field);
      const mayLack = isSent ? `NotRequired[${type}]` : `${type.replace(/ \| None$/, "")} | None = None`;
      return [`${attributeOf(field)}: ${isRequired ? type : mayLack}`, ...docstring(given.description)];
    });
    if (fields.length === 0) return `${name}: TypeAlias = dict[str, object]`;
    const lines = [...docstring(schema.description), ...fields.flat()].map(indented);
    const base = isOfRequest(name) ? "TypedDict" : "Resource";
    return [...(base === "Resource" ? ["@resource"] : []), `class ${name}(${base}):`, ...lines].join("\n");
  }

  function written(schema: Schema, place: string): string {
    const reference = schema.$ref?.split("/").at(-1);
    if (reference !== undefined) return declare(reference, named.get(reference) ?? {});
    if (schema.const !== undefined) return literal([schema.const]);
    const alternatives = schema.oneOf ?? schema.anyOf;
    if (alternatives) return alternatives.map((one) => written(one, place)).join(" | ");
    if (schema.enum) return literal(schema.enum);
    if (Array.isArray(schema.type)) return schema.type.map(primitiveOf).join(" | ");
    if (schema.items) return `list[${written(schema.items, place.replace(/s$/, ""))}]`;
    if (schema.properties) return declare(place, schema);
    if (typeof schema.additionalProperties === "object")
      return `dict[str, ${written(schema.additionalProperties, place)}]`;
    return primitiveOf(schema.type ?? "");
  }

  const isNotNeeded = (name: string) => /^(Error|CancelRequest|Create(SourceAsset|Generation).*)$/.test(name);
  for (const [name, schema] of schemas) if (!isNotNeeded(name)) declare(name, schema);
  const { source_asset_id: _, ...settings } = named.get("CreateGenerationFromAsset")?.properties ?? {};
  declare("GenerationSettings", { ...named.get("CreateGenerationFromAsset"), properties: settings });
  for (const [name, schema] of queries) declare(name, schema);
  const events = messages.map(([type, schema]) => declare(`${pascal(type)}Event`, schema));
  const event = `WebhookEvent: TypeAlias = ${events.join(" | ")}\n"""What a receiver gets: decide by its \`type\`."""`;
  return `${[header, ...declared.values(), event].join("\n\n\n")}\n`;
}

const header = `"""What the API takes and returns. Made from packages/openapi/openapi.json: npm run openapi. A test compares."""

from typing import Literal, TypeAlias

from ._resource import Resource, resource
from ._typing import NotRequired, TypedDict`;

/** What callers make: as they are, dicts fit the keywords of a call. */
const isOfRequest = (name: string) => /Request|Query|^GenerationSettings|^WebhookConfig/.test(name);

/** What a caller decides by is a closed list here; in the document it is open, so that a new code breaks no generated client. */
const codesOf = (name: string, field: string) =>
  name === "Failure" && field === "code" ? literal(Object.keys(failureCodes)) : undefined;

/** Names that no attribute of a class can have, with the underscore that Python's style guide gives them. */
const attributeOf = (field: string) => (keywords.has(field) ? `${field}_` : field);
const keywords = new Set(["from", "in", "is", "class", "import", "global", "pass", "return", "with", "as"]);
const pascal = (name: string) => name.split(/[._]/).map(capitalized).join("");
const indented = (line: string) => `    ${line}`;
const docstring = (text: string | undefined) => (text ? [`"""${text.replaceAll("\\", "\\\\")}"""`] : []);

const literal = (values: unknown[]) =>
  `Literal[${values.map((value) => (value === null ? "None" : JSON.stringify(value))).join(", ")}]`;

const primitives: Record<string, string> = {
  integer: "int",
  number: "float",
  string: "str",
  boolean: "bool",
  null: "None",
};
const primitiveOf = (type: string) => primitives[type] ?? "object";
