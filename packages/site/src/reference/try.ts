import { escapeHtml } from "../html.ts";
import type { Endpoint } from "./document.ts";

/** Fields that a try does not need: their examples would be stored or called. */
const dummies = ["reference", "metadata", "webhook"];

/**
 * A form that sends an operation's request to the service that serves the page; try.js shows the answer. A body starts as
 * an example that works: a picture's URL is one that the service at `apiUrl` serves.
 */
export function tryForm(
  { method, path, operationId, parameters, requestBody }: Endpoint,
  apiUrl: string,
): string {
  const fields = parameters.map(({ name, in: place, required, schema }) => {
    const hint = name === "Idempotency-Key" ? "a fresh one for each try" : (schema.enum?.join(", ") ?? "");
    const isNeeded = required && name !== "Idempotency-Key";
    return `<label>${escapeHtml(name)}${isNeeded ? " (required)" : ""} <input name="${escapeHtml(name)}" data-in="${place}" placeholder="${escapeHtml(hint)}"${isNeeded ? " required" : ""} autocomplete="off"></label>`;
  });
  const content = requestBody?.content ?? {};
  const json = content["application/json"];
  const example = JSON.stringify(firstExample(Object.values(json?.examples ?? {}), apiUrl), null, 2);
  const rows = Math.min(16, example.split("\n").length);
  const body = json
    ? `<label>Body <textarea name="body" rows="${rows}" spellcheck="false" wrap="off">${escapeHtml(example)}</textarea></label>`
    : "";
  const file = content["multipart/form-data"]
    ? `<label>File, in place of a picture’s URL or id <input type="file" name="file" accept="image/*"></label>`
    : "";
  return `<details class="try" id="try-${operationId}"><summary>Try it</summary><form data-method="${method}" data-path="${escapeHtml(path)}">${fields.join("")}${body}${file}<button type="submit" class="primary">Send</button><div class="answer" role="status"></div></form></details>`;
}

const isId = (name: string) => name.endsWith("_id");

/** The example that works at once: one with a picture's URL, or else one that needs no id. */
function firstExample(examples: { value?: unknown }[], apiUrl: string): Record<string, unknown> {
  const values = examples.map(({ value }) => withoutDummies(value, apiUrl));
  const rank = (value: object) => ("source_url" in value ? 0 : Object.keys(value).some(isId) ? 2 : 1);
  return values.sort((a, b) => rank(a) - rank(b))[0] ?? {};
}

function withoutDummies(value: unknown, apiUrl: string): Record<string, unknown> {
  const kept = Object.entries(value ?? {}).filter(([name]) => !dummies.includes(name));
  const sample = `${apiUrl}/playground/samples/photo.jpg`;
  return Object.fromEntries(kept.map(([name, of]) => [name, name === "source_url" ? sample : of]));
}
