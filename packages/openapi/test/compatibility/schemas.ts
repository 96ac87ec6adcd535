import { isDeepStrictEqual } from "node:util";

/** The JSON Schema keywords that the document uses; a limit is any other. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  [limit: string]: unknown;
};
type Document = { components: { schemas: Record<string, Schema> } };
/** A schema of a document, which it may refer to. */
export type Described = { schema: Schema; document: Document };

const annotations = ["description", "title", "default", "example", "examples", "deprecated"];
const lowerLimits = ["minLength", "minItems", "minProperties", "minimum"];
const upperLimits = ["maxLength", "maxItems", "maxProperties", "maximum"];
const structural = ["type", "enum", "const", "properties", "required", "additionalProperties", "items"];

/**
 * What `narrow` allows and `wide` does not, as sentences; empty if everything that fits `narrow` fits `wide`. A
 * keyword that is not known here must be the same in both.
 */
export function excess(wide: Described, narrow: Described, at: string): string[] {
  const allowed = resolved(wide);
  const wides = variantsOf(allowed);
  return variantsOf(narrow).flatMap((variant) => {
    const attempts = wides.map((schema) =>
      excessOfVariant({ ...wide, schema }, { ...narrow, schema: variant }, at),
    );
    const [best = []] = attempts.toSorted((a, b) => a.length - b.length);
    if (best.length > 0 || !allowed.schema.oneOf) return best;
    const possible = wides.filter((schema) => !isApart(schema, variant));
    return possible.length === 1 ? [] : [`${at}: several of oneOf`];
  });
}

/** Whether nothing can fit both: another type, or the one requires a property that the other does not allow. */
const isApart = (one: Schema, other: Schema) =>
  one.type !== other.type ||
  (one.required ?? []).some(
    (name) => other.properties?.[name] === undefined && other.additionalProperties === false,
  );

/** The schema that a reference leads to. */
export function resolved({ schema, document }: Described): Described {
  const { $ref, ...own } = schema;
  if ($ref === undefined) return { schema, document };
  const target = document.components.schemas[$ref.split("/").at(-1) ?? ""];
  if (!target) throw new Error(`${$ref} is not in the document.`);
  return resolved({ schema: { ...target, ...own }, document });
}

/** A schema without references, alternatives and lists of types: each combination as a separate schema. */
function variantsOf(described: Described): Schema[] {
  const { schema, document } = resolved(described);
  const { oneOf, anyOf, type, ...base } = schema;
  if (Array.isArray(type))
    return type.flatMap((single) => variantsOf({ schema: { ...schema, type: single }, document }));
  const alternatives = oneOf ?? anyOf;
  if (!alternatives) return [schema];
  return alternatives.flatMap((alternative) => {
    const others = alternatives.filter((other) => oneOf && other !== alternative).flatMap(onlyRequired);
    return variantsOf({ schema: alternative, document }).map((variant) =>
      merged({ ...(type !== undefined && { type }), ...base }, variant, others),
    );
  });
}

/** The properties that an alternative requires, if it says nothing else. */
const onlyRequired = (alternative: Schema) =>
  Object.keys(alternative).join() === "required" ? (alternative.required ?? []) : [];

/** A schema with one of its alternatives, without the properties that only the other alternatives allow. */
function merged(base: Schema, alternative: Schema, excluded: string[]): Schema {
  const required = [...new Set([...(base.required ?? []), ...(alternative.required ?? [])])];
  const properties = Object.entries({ ...base.properties, ...alternative.properties }).filter(
    ([name]) => required.includes(name) || !excluded.includes(name),
  );
  return {
    ...base,
    ...alternative,
    ...(required.length > 0 && { required }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  };
}

function excessOfVariant(wide: Described, narrow: Described, at: string): string[] {
  const [w, n] = [wide.schema, narrow.schema];
  const isInteger = w.type === "number" && n.type === "integer";
  return [
    ...(w.type === undefined || w.type === n.type || isInteger ? [] : [`${at}: type ${n.type ?? "any"}`]),
    ...valuesBeyond(w, n).map((value) => `${at}: value ${JSON.stringify(value)}`),
    ...limitsBeyond(w, n).map((keyword) => `${at}: ${keyword} ${n[keyword] ?? "none"}`),
    ...(w.required ?? [])
      .filter((name) => !n.required?.includes(name))
      .map((name) => `${at}.${name}: is not required`),
    ...propertiesBeyond(wide, narrow, at),
    ...(w.items ? excess({ ...wide, schema: w.items }, { ...narrow, schema: n.items ?? {} }, `${at}[]`) : []),
  ];
}

const valuesOf = (schema: Schema) => ("const" in schema ? [schema.const] : schema.enum);

function valuesBeyond(wide: Schema, narrow: Schema): unknown[] {
  const allowed = valuesOf(wide);
  return allowed ? (valuesOf(narrow) ?? ["any"]).filter((value) => !allowed.includes(value)) : [];
}

function limitsBeyond(wide: Schema, narrow: Schema): string[] {
  const known = [...annotations, ...structural, "$ref", "oneOf", "anyOf"];
  return Object.keys(wide).filter((keyword) => {
    if (known.includes(keyword)) return false;
    const [bound, given] = [Number(wide[keyword]), Number(narrow[keyword])];
    if (lowerLimits.includes(keyword)) return !(given >= bound);
    if (upperLimits.includes(keyword)) return !(given <= bound);
    return !isDeepStrictEqual(wide[keyword], narrow[keyword]);
  });
}

function propertiesBeyond(wide: Described, narrow: Described, at: string): string[] {
  const [w, n] = [wide.schema, narrow.schema];
  if (n.type !== undefined && n.type !== "object") return [];
  const rest = n.additionalProperties ?? true;
  const names = new Set([...Object.keys(w.properties ?? {}), ...Object.keys(n.properties ?? {})]);
  const others = w.additionalProperties ?? true;
  return [
    ...[...names].flatMap((name) =>
      comparedProperty(w.properties?.[name] ?? others, n.properties?.[name] ?? rest, `${at}.${name}`),
    ),
    ...comparedProperty(others, rest, `${at}.*`),
  ];

  function comparedProperty(allowed: Schema | boolean, given: Schema | boolean, place: string): string[] {
    if (given === false || allowed === true) return [];
    if (allowed === false) return [`${place}: is not allowed`];
    if (given === true) return [`${place}: is not described`];
    return excess({ ...wide, schema: allowed }, { ...narrow, schema: given }, place);
  }
}
