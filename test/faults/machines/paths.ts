type Json = ReturnType<JSON["parse"]>;

/** The value at a reference path such as $.a.b of the input, or $$.Task.Token of the context. */
function valueAt(path: string, input: Json, context: Json): Json {
  const parsed = /^States\.StringToJson\((.+)\)$/.exec(path);
  if (parsed) return JSON.parse(valueAt(parsed[1] ?? "", input, context));
  if (path.startsWith("States.")) throw new Error(`The interpreter does not know ${path}.`);
  const [root = "", ...names] = path.split(".");
  let value = root === "$$" ? context : input;
  for (const name of names) {
    if (value === null || typeof value !== "object" || !(name in value))
      throw new Error(`There is nothing at ${path}.`);
    value = value[name];
  }
  return value;
}

/** A template with its ".$" names replaced by what their paths lead to. */
export function fill(template: Json, input: Json, context: Json): Json {
  if (Array.isArray(template)) return template.map((item) => fill(item, input, context));
  if (template === null || typeof template !== "object") return template;
  const pairs = Object.entries(template).map(([name, value]) =>
    name.endsWith(".$")
      ? [name.slice(0, -2), valueAt(String(value), input, context)]
      : [name, fill(value, input, context)],
  );
  return Object.fromEntries(pairs);
}

/** The input with a result put at a path: `$` replaces it, null drops the result. */
export function putAt(path: string | null | undefined, input: Json, result: Json): Json {
  if (path === null) return input;
  if (path === undefined || path === "$") return result;
  const [, name = "", ...deeper] = path.split(".");
  if (deeper.length > 0) throw new Error(`The interpreter does not know the path ${path}.`);
  return { ...input, [name]: result };
}

export const select = (path: string | undefined, value: Json): Json =>
  path === undefined ? value : valueAt(path, value, {});
