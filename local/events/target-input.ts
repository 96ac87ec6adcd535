import * as v from "valibot";

export const TargetInput = v.object({
  Input: v.optional(v.string()),
  InputPath: v.optional(v.string()),
  InputTransformer: v.optional(
    v.object({ InputPathsMap: v.optional(v.record(v.string(), v.string()), {}), InputTemplate: v.string() }),
  ),
});

/** What a rule's target receives for an event, as JSON text. */
export function targetInput(target: v.InferOutput<typeof TargetInput>, event: object): string {
  if (target.Input !== undefined) return target.Input;
  if (target.InputPath !== undefined) return JSON.stringify(valueAt(event, target.InputPath) ?? null);
  if (target.InputTransformer === undefined) return JSON.stringify(event);
  const { InputPathsMap, InputTemplate } = target.InputTransformer;
  const values = new Map<string, unknown>([
    ["aws.events.event", event],
    ["aws.events.event.json", event],
    ...Object.entries(InputPathsMap).map(([name, path]) => [name, valueAt(event, path)] as const),
  ]);
  return fill(InputTemplate, values);
}

/** Replaces `<name>`: by JSON where a value stands alone, by its bare text inside a quoted string. */
function fill(template: string, values: Map<string, unknown>): string {
  const strings = template.split(/("(?:[^"\\]|\\.)*")/);
  return strings
    .map((part) =>
      part.replace(/<([\w.-]+)>/g, (_, name: string) => {
        const value = values.get(name);
        const json = JSON.stringify(value) ?? (part.startsWith('"') ? "" : "null");
        return part.startsWith('"') && typeof value === "string" ? json.slice(1, -1) : json;
      }),
    )
    .join("");
}

/** The value at a plain path such as `$.detail.job_id`. */
function valueAt(event: unknown, path: string): unknown {
  const step = (value: unknown, key: string) =>
    typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(key) : undefined;
  return path.split(".").slice(1).reduce(step, event);
}
