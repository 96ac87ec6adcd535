const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const jsonType = "-H 'Content-Type: application/json'";

/** A larger file is uploaded before its job is created: the clients do it by themselves. */
const inlineLimit = 4 * 1024 * 1024;

/**
 * A request as a program that sends it. `fields` are as the API takes them; `picture` is `{ url }` or
 * `{ file, size }`, and a regeneration has the `jobId` of its parent instead.
 */
export const codeOf = { curl, typescript, python };

function curl({ jobId, picture = {}, fields, idempotencyKey }, { baseUrl, apiKey }) {
  const headers = [`-H 'Authorization: Bearer ${apiKey}'`, `-H 'Idempotency-Key: ${idempotencyKey}'`];
  const post = (path, ...parts) => [`curl ${baseUrl}/api/v1/${path}`, ...headers, ...parts].join(" \\\n  ");
  const json = (value) => [jsonType, `-d ${quoted(JSON.stringify(value))}`];
  if (jobId) return post(`generations/${jobId}/regenerate`, ...json(fields));
  if (picture.url) return post("generations", ...json({ source_url: picture.url, ...fields }));
  const { file, size } = picture;
  if (size > inlineLimit)
    return [
      "# 1. Create an upload. Its answer has upload_id and url.",
      post("uploads", ...json({ content_length: size })),
      "# 2. Put the picture there.",
      `curl -T ${quoted(file)} "$URL"`,
      "# 3. Create the job.",
      post("generations", ...json({ upload_id: "UPLOAD_ID", ...fields })).replace(
        "UPLOAD_ID",
        `'"$UPLOAD_ID"'`,
      ),
    ].join("\n");
  const entries = Object.entries(fields).map(([name, value]) =>
    quoted(`${name}=${typeof value === "string" ? value : JSON.stringify(value)}`),
  );
  return post("generations", ...[quoted(`file=@${file}`), ...entries].map((part) => `-F ${part}`));
}

function typescript({ jobId, picture, fields, idempotencyKey }, { baseUrl, apiKey }) {
  const source = picture?.url
    ? [`url: ${literal(picture.url)}`]
    : [`file: await openAsBlob(${literal(picture?.file)})`];
  const properties = [...(jobId ? [] : source), ...pairs(fields, ": ", literal)];
  const given = properties.length > 0 ? `{\n${lines(properties, "      ")}\n    }` : "{}";
  return [
    ...(picture?.file ? ['import { openAsBlob } from "node:fs";'] : []),
    'import { imageStaging } from "@image-staging/client";\n',
    "const staging = imageStaging({",
    lines([`baseUrl: ${literal(baseUrl)}`, `apiKey: ${literal(apiKey)}`], "  "),
    "});",
    "const job = await staging.generations",
    jobId ? `  .regenerate(\n    ${literal(jobId)},` : "  .create(",
    `    ${given},`,
    `    { idempotencyKey: ${literal(idempotencyKey)} },`,
    "  )",
    "  .wait();",
    "for (const output of job.outputs) console.log(output.image_url);",
  ].join("\n");
}

function python({ jobId, picture, fields, idempotencyKey }, { baseUrl, apiKey }) {
  const source = picture?.url ? `url=${literal(picture.url)}` : `file=Path(${literal(picture?.file)})`;
  const given = [
    jobId ? literal(jobId) : source,
    ...pairs(fields, "=", (value) =>
      typeof value === "boolean" ? (value ? "True" : "False") : literal(value),
    ),
    `idempotency_key=${literal(idempotencyKey)}`,
  ];
  return [
    ...(picture?.file ? ["from pathlib import Path\n"] : []),
    "from image_staging import Staging\n",
    `with Staging(${literal(baseUrl)}, ${literal(apiKey)}) as staging:`,
    `    job = staging.generations.${jobId ? "regenerate" : "create"}_and_wait(`,
    lines(given, "        "),
    "    )",
    'for output in job["outputs"]:',
    '    print(output["image_url"])',
  ].join("\n");
}

/** A text, a truth value or a list of texts, as both languages write them. */
const literal = (value) =>
  Array.isArray(value) ? `[${value.map(literal).join(", ")}]` : JSON.stringify(value);
const pairs = (fields, between, write) =>
  Object.entries(fields).map(([name, value]) => name + between + write(value));
const lines = (parts, indent) => parts.map((part) => `${indent}${part},`).join("\n");
