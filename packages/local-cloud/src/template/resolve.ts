import * as v from "valibot";

/** What an intrinsic function can look up. Each throws when the name is unknown. */
export type Lookup = {
  ref: (name: string) => unknown;
  attribute: (logicalId: string, attribute: string) => unknown;
  condition: (name: string) => unknown;
  mapping: (map: string, first: string, second: string) => unknown;
};

type Resolve = (value: unknown) => unknown;
type Intrinsic = (argument: unknown, resolve: Resolve, lookup: Lookup) => unknown;

const List = v.array(v.unknown());
const Pair = v.tuple([v.unknown(), v.unknown()]);
const Record = v.record(v.string(), v.unknown());
const Scalar = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String));
const text = (value: unknown) => v.parse(Scalar, value);
const texts = (value: unknown) => v.parse(v.array(Scalar), value);

/** `Fn::GetAtt` takes `[id, attribute]` or `"id.attribute"`; `Fn::Sub` the latter. */
const attributeOf = (argument: unknown, lookup: Lookup) => {
  const [id = "", ...rest] = typeof argument === "string" ? argument.split(".") : texts(argument);
  return lookup.attribute(id, rest.join("."));
};

const intrinsics: { [name: string]: Intrinsic | undefined } = {
  Ref: (argument, _, lookup) => lookup.ref(text(argument)),
  Condition: (argument, _, lookup) => lookup.condition(text(argument)),
  "Fn::GetAtt": (argument, _, lookup) => attributeOf(argument, lookup),
  "Fn::Join": (argument, resolve) => {
    const [separator, parts] = v.parse(Pair, argument);
    return texts(resolve(parts)).join(text(separator));
  },
  "Fn::Select": (argument, resolve) => {
    const [index, list] = v.parse(Pair, argument);
    return v.parse(List, resolve(list))[Number(resolve(index))];
  },
  "Fn::Split": (argument, resolve) => {
    const [separator, value] = v.parse(Pair, argument);
    return text(resolve(value)).split(text(separator));
  },
  "Fn::Sub": (argument, resolve, lookup) => {
    const [template, variables] = v.parse(
      v.union([
        Pair,
        v.pipe(
          v.string(),
          v.transform((s) => [s, {}]),
        ),
      ]),
      argument,
    );
    return substitute(text(template), v.parse(Record, resolve(variables)), lookup);
  },
  "Fn::If": (argument, resolve, lookup) => {
    const [condition, yes, no] = v.parse(v.tuple([v.string(), v.unknown(), v.unknown()]), argument);
    return resolve(lookup.condition(condition) ? yes : no);
  },
  "Fn::Equals": (argument, resolve) => {
    const [left, right] = v.parse(Pair, argument);
    return text(resolve(left)) === text(resolve(right));
  },
  "Fn::Not": (argument, resolve) => !v.parse(List, argument).map(resolve)[0],
  "Fn::And": (argument, resolve) => v.parse(List, argument).every(resolve),
  "Fn::Or": (argument, resolve) => v.parse(List, argument).some(resolve),
  "Fn::FindInMap": (argument, resolve, lookup) => {
    const [map, first, second] = v.parse(v.tuple([Scalar, Scalar, Scalar]), resolve(argument));
    return lookup.mapping(map, first, second);
  },
};

function substitute(template: string, variables: Record<string, unknown>, lookup: Lookup) {
  return template.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (name in variables) return text(variables[name]);
    return text(name.includes(".") ? attributeOf(name, lookup) : lookup.ref(name));
  });
}

/**
 * Replaces every intrinsic function inside `value` by its result. Properties that resolve to `AWS::NoValue` are left
 * out. An unknown function throws.
 */
export function resolveIntrinsics(value: unknown, lookup: Lookup): unknown {
  const resolve: Resolve = (inner) => resolveIntrinsics(inner, lookup);
  if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== undefined);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const [key, argument] = entries[0] ?? ["", undefined];
  if (entries.length === 1 && (key === "Ref" || key === "Condition" || key.startsWith("Fn::"))) {
    const intrinsic = intrinsics[key];
    if (intrinsic === undefined) throw new Error(`${key} is not supported by the local host`);
    return intrinsic(argument, resolve, lookup);
  }
  const resolved = entries.map(([name, inner]) => [name, resolve(inner)] as const);
  return Object.fromEntries(resolved.filter(([, inner]) => inner !== undefined));
}
