import { escapeHtml } from "../html.ts";
import { nameOf, type OpenApi, type Schema } from "./document.ts";

type Schemas = OpenApi["components"]["schemas"];
export type Field = { name: string; schema: Schema; required: boolean; remark?: string };
export type Inline = (markdown: string) => string;

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
const choices = (values: unknown[]) => values.map((value) => code(String(value))).join(", ");
const isNull = ({ type }: Schema) => type === "null";

/** A schema behind its references. */
function resolved(schema: Schema, schemas: Schemas): Schema {
  const found = schema.$ref === undefined ? undefined : schemas[nameOf(schema.$ref)];
  return found === undefined
    ? schema
    : resolved({ ...found, ...(schema.description && { description: schema.description }) }, schemas);
}

/** A type in words; a schema with a name is a link to it. */
function typeOf(schema: Schema, schemas: Schemas): string {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) {
    const others = variants.filter((variant) => !isNull(variant)).map((variant) => typeOf(variant, schemas));
    return [...others, ...(variants.some(isNull) ? ["null"] : [])].join(" or ");
  }
  const target = resolved(schema, schemas);
  if (schema.$ref !== undefined && target.properties)
    return `<a href="reference-objects.html#${nameOf(schema.$ref).toLowerCase()}">${nameOf(schema.$ref)}</a>`;
  if (schema.$ref !== undefined) return typeOf(target, schemas);
  if (schema.enum) return `one of ${choices(schema.enum)}`;
  if (schema.const !== undefined) return code(String(schema.const));
  if (schema.type === "array") {
    const item = typeOf(schema.items ?? {}, schemas);
    return `array${item.startsWith("one of") ? `, each ${item}` : ` of ${item}`}${boundsOf(schema)}`;
  }
  if (schema.format === "binary") return "file";
  const named =
    schema.format === "date-time"
      ? "time (ISO 8601)"
      : schema.format === "uri"
        ? "URL"
        : (schema.type ?? "any JSON");
  return `${named}${boundsOf(schema)}`;
}

function boundsOf({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  default: preset,
}: Schema): string {
  const range = (least: number | undefined, most: number | undefined, of: string) => {
    if (most !== undefined && most < Number.MAX_SAFE_INTEGER)
      return [least ? `${least} to ${most}${of}` : `at most ${most}${of}`];
    return least ? [`at least ${least}${of}`] : [];
  };
  const bounds = [
    ...range(minimum, maximum, ""),
    ...range(minLength, maxLength, " characters"),
    ...range(minItems, maxItems, ""),
    ...(preset === undefined ? [] : [`${String(preset)} if omitted`]),
  ];
  return bounds.length === 0 ? "" : `, ${bounds.join(", ")}`;
}

/** The fields of an object, followed by the fields of objects within it that have no name. */
export function fieldsOf(schema: Schema, schemas: Schemas, prefix = ""): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const required = schema.required?.includes(name) ?? false;
    const within = withinOf(property);
    const own = { name: prefix + name, schema: property, required };
    return within ? [own, ...fieldsOf(within.schema, schemas, `${prefix}${name}${within.suffix}`)] : [own];
  });
}

function withinOf(schema: Schema): { schema: Schema; suffix: string } | null {
  if (schema.properties) return { schema, suffix: "." };
  if (schema.items?.properties) return { schema: schema.items, suffix: "[]." };
  const only = schema.anyOf?.filter((variant) => !isNull(variant)) ?? [];
  return only.length === 1 && only[0] ? withinOf(only[0]) : null;
}

/**
 * The fields that a body may have, over all its variants. What only some variants have is one of them: exactly one must be
 * given.
 */
export function bodyFieldsOf(variants: { schema: Schema; remark?: string }[], schemas: Schemas): Field[] {
  const flat = variants.flatMap(({ schema, remark }) => {
    const target = resolved(schema, schemas);
    return (target.oneOf ?? [target]).map((variant) => ({ target: resolved(variant, schemas), remark }));
  });
  const names = new Set(flat.flatMap(({ target }) => Object.keys(target.properties ?? {})));
  const fields = [...names].map((name): Field & { isChoice: boolean } => {
    const having = flat.filter(({ target }) => target.properties?.[name]);
    const first = having[0];
    const isChoice = having.length < flat.length;
    const remarks = isChoice ? ["exactly one of these", ...(first?.remark ? [first.remark] : [])] : [];
    return {
      name,
      schema: first?.target.properties?.[name] ?? {},
      required: !isChoice && having.every(({ target }) => target.required?.includes(name)),
      isChoice,
      ...(remarks.length > 0 && { remark: remarks.join(", ") }),
    };
  });
  return [...fields.filter(({ isChoice }) => isChoice), ...fields.filter(({ isChoice }) => !isChoice)];
}

/** A list of fields: name, type, whether it must be there, and what it means. */
export function fieldList(fields: Field[], schemas: Schemas, inline: Inline, isRequest: boolean): string {
  const items = fields.map(({ name, schema, required, remark }) => {
    const { description = "" } = resolved(schema, schemas);
    const need = remark ?? (isRequest && required ? "required" : "");
    const type = withinOf(schema) && !schema.$ref ? containerOf(schema) : typeOf(schema, schemas);
    return `<div class="field"><dt><code>${escapeHtml(name)}</code> <span class="type">${type}</span>${need ? ` <span class="need">${need}</span>` : ""}</dt><dd>${inline(description)}</dd></div>`;
  });
  return `<dl class="fields">${items.join("")}</dl>`;
}

/** An object that its fields follow in the list. */
const containerOf = (schema: Schema): string => {
  const variants = schema.anyOf ?? [];
  if (variants.length > 0)
    return `${containerOf(variants.find((variant) => !isNull(variant)) ?? {})} or null`;
  return schema.type === "array" ? "array of objects" : "object";
};
