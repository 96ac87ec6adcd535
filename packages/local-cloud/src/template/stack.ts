import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as v from "valibot";
import { type Identity, identify, namePropertyOf } from "./names.ts";
import { localPlace, type Place, pseudoParameters } from "./place.ts";
import { resolveIntrinsics } from "./resolve.ts";

const Values = v.record(v.string(), v.unknown());
const Resource = v.object({
  Type: v.string(),
  Properties: v.optional(Values, {}),
  Metadata: v.optional(Values, {}),
  Condition: v.optional(v.string()),
});
const Template = v.object({
  Resources: v.record(v.string(), Resource),
  Outputs: v.optional(v.record(v.string(), v.object({ Value: v.unknown() })), {}),
  Parameters: v.optional(v.record(v.string(), v.object({ Default: v.optional(v.unknown()) })), {}),
  Conditions: v.optional(Values, {}),
  Mappings: v.optional(v.record(v.string(), v.record(v.string(), Values)), {}),
});
type Template = v.InferOutput<typeof Template>;

/** One resource of the template: its logical id, its physical identity and its parsed properties. */
type StackResource<Properties> = Identity & {
  id: string;
  properties: Properties;
  /** Directory of the code asset, for functions. */
  assetPath: string | undefined;
};

/** The synthesized template with its references resolved. */
export type Stack = {
  place: Place;
  resources: <S extends v.GenericSchema>(type: string, properties: S) => StackResource<v.InferOutput<S>>[];
  output: (name: string) => string | undefined;
};

/** Reads the one `*.template.json` of a cloud assembly directory. */
export function readStack(directory: string): Stack {
  const files = readdirSync(directory).filter((file) => file.endsWith(".template.json"));
  const [file] = files;
  if (file === undefined || files.length > 1)
    throw new Error(`${directory} must hold exactly one *.template.json, it holds ${files.length}`);
  const template = v.parse(Template, JSON.parse(readFileSync(join(directory, file), "utf8")));
  return makeStack(template, localPlace(file.replace(".template.json", "")), directory);
}

function makeStack(template: Template, place: Place, directory: string): Stack {
  const resolveValue = resolver(template, place);
  const isIncluded = (condition: string | undefined) =>
    condition === undefined || resolveValue({ Condition: condition }) === true;

  return {
    place,
    resources: (type, properties) =>
      Object.entries(template.Resources)
        .filter(([, resource]) => resource.Type === type && isIncluded(resource.Condition))
        .map(([id, resource]) => {
          const path = resource.Metadata["aws:asset:path"];
          return {
            id,
            ...identityOf(id, resource, place, resolveValue),
            properties: parseProperties(id, type, properties, resolveValue(resource.Properties)),
            assetPath: typeof path === "string" ? resolve(directory, path) : undefined,
          };
        }),
    output: (name) => {
      const output = template.Outputs[name];
      return output && v.parse(v.string(), resolveValue(output.Value));
    },
  };
}

function resolver(template: Template, place: Place) {
  const pseudo = pseudoParameters(place);
  const known = <T>(value: T | undefined, name: string): T => {
    if (value === undefined) throw new Error(`the template refers to ${name}, which it does not define`);
    return value;
  };
  const identity = (id: string) => identityOf(id, known(template.Resources[id], id), place, resolveValue);
  const resolveValue = (value: unknown): unknown =>
    resolveIntrinsics(value, {
      ref: (name) => {
        if (name in pseudo) return pseudo[name];
        const parameter = template.Parameters[name];
        return parameter ? known(parameter.Default, `the value of parameter ${name}`) : identity(name).ref;
      },
      attribute: (id, attribute) => known(identity(id).attributes[attribute], `${id}.${attribute}`),
      condition: (name) => resolveValue(known(template.Conditions[name], name)),
      mapping: (map, first, second) =>
        known(template.Mappings[map]?.[first]?.[second], `${map}.${first}.${second}`),
    });
  return resolveValue;
}

function identityOf(
  id: string,
  resource: v.InferOutput<typeof Resource>,
  place: Place,
  resolveValue: (value: unknown) => unknown,
) {
  const property = namePropertyOf(resource.Type);
  const name = property === undefined ? undefined : resolveValue(resource.Properties[property]);
  return identify(resource.Type, id, typeof name === "string" ? name : undefined, place);
}

function parseProperties<S extends v.GenericSchema>(id: string, type: string, schema: S, value: unknown) {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`${id} (${type}) ${v.getDotPath(issue) ?? ""}: ${issue.message}`);
}
