import { key } from "./api.js";

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const indented = (value, by) => JSON.stringify(value, null, 2).replaceAll("\n", `\n${by}`);

/**
 * A request as code: `fields` as the API takes them, `file` the name of a picture that goes with them. A list in a form is
 * a JSON string there.
 */
export const codeOf = {
  curl({ path, fields, file, idempotencyKey }) {
    const lines = [
      `curl -X POST ${location.origin}/api/v1/${path}`,
      `-H 'Authorization: Bearer ${key}'`,
      `-H 'Idempotency-Key: ${idempotencyKey}'`,
    ];
    if (file) for (const [name, value] of formEntries(fields)) lines.push(`-F ${quoted(`${name}=${value}`)}`);
    if (file) lines.push(`-F ${quoted(`file=@${file}`)}`);
    else lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(fields))}`);
    return lines.join(" \\\n  ");
  },

  typescript({ path, fields, file, idempotencyKey }) {
    const headers = [
      `    authorization: ${JSON.stringify(`Bearer ${key}`)},`,
      `    "idempotency-key": ${JSON.stringify(idempotencyKey)},`,
    ];
    const form = [
      'import { openAsBlob } from "node:fs";\n',
      "const body = new FormData();",
      ...formEntries(fields).map(
        ([name, value]) => `body.set(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
      ),
      `body.set("file", await openAsBlob(${JSON.stringify(file)}));`,
    ];
    if (!file) headers.push('    "content-type": "application/json",');
    return [
      ...(file ? form : [`const body = JSON.stringify(${indented(fields, "")});`]),
      `const response = await fetch("${location.origin}/api/v1/${path}", {`,
      '  method: "POST",',
      "  headers: {",
      ...headers,
      "  },",
      "  body,",
      "});",
      "const job = await response.json();",
    ].join("\n");
  },

  python({ path, fields, file, idempotencyKey }) {
    const data = Object.fromEntries(formEntries(fields));
    const content = file
      ? [`    data=${indented(data, "    ")},`, `    files={"file": open(${JSON.stringify(file)}, "rb")},`]
      : [`    json=${pythonOf(indented(fields, "    "))},`];
    return [
      "import httpx\n",
      "response = httpx.post(",
      `    "${location.origin}/api/v1/${path}",`,
      "    headers={",
      `        "Authorization": ${JSON.stringify(`Bearer ${key}`)},`,
      `        "Idempotency-Key": ${JSON.stringify(idempotencyKey)},`,
      "    },",
      ...content,
      ")",
      "job = response.json()",
    ].join("\n");
  },
};

const pythonOf = (json) => json.replaceAll(/: true\b/g, ": True").replaceAll(/: false\b/g, ": False");

/** Fields as the parts of a form. */
export const formEntries = (fields) =>
  Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
