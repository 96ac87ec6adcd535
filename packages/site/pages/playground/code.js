const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const jsonType = "-H 'Content-Type: application/json'";

/** A larger file is uploaded before its job is created: the clients do it by themselves. */
const inlineLimit = 4 * 1024 * 1024;

/**
 * A request as a program that sends it. `fields` are as the API takes them; `picture` is `{ url }`, the
 * `{ asset }` of an earlier job, or `{ file, size }`, with the address of a `sample`, and a regeneration has the `jobId` of its parent
 * instead. `mask` is the name of its file, if there is one.
 */
export const codeOf = { curl, typescript, python };

const bearer = '-H "Authorization: Bearer $API_KEY"';

/** Commands that need curl and jq, and the key in the environment. They end when the job has. */
function curl({ jobId, picture = {}, mask, fields, idempotencyKey }, { baseUrl }) {
  const post = (path, ...parts) =>
    [`curl -sS "$BASE_URL/api/v1/${path}"`, bearer, `-H 'Idempotency-Key: ${idempotencyKey}'`, ...parts].join(
      " \\\n  ",
    );
  return [
    "# Needs jq, and the key that npm start prints: export API_KEY=…",
    `BASE_URL=${baseUrl}`,
    ...fetched(picture, baseUrl),
    ...created(post, { jobId, picture, mask, fields }),
    ...waited,
  ].join("\n");
}

const fetched = ({ file, sample }, baseUrl) =>
  sample ? [`curl -sS -o ${quoted(file)} \\\n  "${sample.replace(baseUrl, "$BASE_URL")}"`] : [];

/** JSON, a field a line, below a command. */
const indented = (value) => JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");

/** The commands that create the job and write the answer to job.json. */
function created(post, { jobId, picture, mask, fields }) {
  const json = (value) => [jsonType, `-d ${quoted(indented(value))}`];
  const answer = "-o job.json";
  if (jobId) return [post(`generations/${jobId}/regenerate`, ...json(fields), answer)];
  const { url, asset } = picture;
  const known = asset ? { source_asset_id: asset } : url && { source_url: url };
  if (known && mask)
    return [post("generations", ...formOf({ mask: `@${mask}`, ...known, ...fields }), answer)];
  if (known) return [post("generations", ...json({ ...known, ...fields }), answer)];
  const { file, size } = picture;
  if (size > inlineLimit) {
    const body = quoted(indented({ upload_id: "UPLOAD_ID", ...fields }));
    const uploaded = `'"$(jq -r .upload_id upload.json)"'`;
    return [
      post("uploads", ...json({ content_length: size }), "-o upload.json"),
      `curl -sS -T ${quoted(file)} "$(jq -r .url upload.json)"`,
      mask
        ? post("generations", ...formOf({ mask: `@${mask}`, upload_id: uploaded, ...fields }), answer)
        : post("generations", jsonType, `-d ${body.replace("UPLOAD_ID", uploaded)}`, answer),
    ];
  }
  const files = { file: `@${file}`, ...(mask && { mask: `@${mask}` }) };
  return [post("generations", ...formOf({ ...files, ...fields }), answer)];
}

/** The parts of a form. A value that leaves the quotes is not quoted once more. */
const formOf = (fields) =>
  Object.entries(fields).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `-F ${text.startsWith("'\"$(") ? `'${name}=${text}'` : quoted(`${name}=${text}`)}`;
  });

/** An answer that is no job has no such status, so an error ends the loop and is shown. */
const waited = [
  "JOB_ID=$(jq -r .job_id job.json)",
  `while jq -e '.status | IN("ingesting", "queued", "running")' job.json > /dev/null; do`,
  "  sleep 2",
  `  curl -sS -o job.json \\\n    "$BASE_URL/api/v1/generations/$JOB_ID" \\\n    ${bearer}`,
  "done",
  "jq . job.json",
];

function typescript({ jobId, picture, mask, fields, idempotencyKey }, { baseUrl }) {
  const masked = mask ? [`mask: await openAsBlob(${literal(mask)})`] : [];
  const properties = [
    ...(jobId ? [] : [sourceInTypeScript(picture)]),
    ...masked,
    ...pairs(fields, ": ", literal),
  ];
  const given = properties.length > 0 ? `{\n${lines(properties, "      ")}\n    }` : "{}";
  return [
    ...(isFile(picture) || mask ? ['import { openAsBlob } from "node:fs";'] : []),
    'import { imageStaging } from "@image-staging/client";\n',
    "const staging = imageStaging({",
    lines([`baseUrl: ${literal(baseUrl)}`, 'apiKey: process.env.API_KEY ?? ""'], "  "),
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

/** Whether it is read from the disk of the one who runs the code. */
const isFile = (picture) => picture?.file !== undefined && !picture.sample;

function sourceInTypeScript({ asset, url, file, sample }) {
  if (asset) return `asset: ${literal(asset)}`;
  if (url) return `url: ${literal(url)}`;
  return `file: ${sample ? `await (await fetch(${literal(sample)})).blob()` : `await openAsBlob(${literal(file)})`}`;
}

function python({ jobId, picture, mask, fields, idempotencyKey }, { baseUrl }) {
  const given = [
    jobId ? literal(jobId) : sourceInPython(picture),
    ...(mask ? [`mask=Path(${literal(mask)})`] : []),
    ...pairs(fields, "=", (value) =>
      typeof value === "boolean" ? (value ? "True" : "False") : literal(value),
    ),
    `idempotency_key=${literal(idempotencyKey)}`,
  ];
  return [
    "import os",
    ...(isFile(picture) || mask ? ["from pathlib import Path"] : []),
    ...(picture?.sample ? ["from urllib.request import urlopen"] : []),
    "\nfrom image_staging import Staging\n",
    `with Staging(${literal(baseUrl)}, os.environ["API_KEY"]) as staging:`,
    `    job = staging.generations.${jobId ? "regenerate" : "create"}_and_wait(`,
    lines(given, "        "),
    "    )",
    'for output in job["outputs"]:',
    '    print(output["image_url"])',
  ].join("\n");
}

function sourceInPython({ asset, url, file, sample }) {
  if (asset) return `asset=${literal(asset)}`;
  if (url) return `url=${literal(url)}`;
  return `file=${sample ? `urlopen(${literal(sample)}).read()` : `Path(${literal(file)})`}`;
}

/** A text, a truth value or a list of texts, as both languages write them. */
const literal = (value) =>
  Array.isArray(value) ? `[${value.map(literal).join(", ")}]` : JSON.stringify(value);
const pairs = (fields, between, write) =>
  Object.entries(fields).map(([name, value]) => name + between + write(value));
const lines = (parts, indent) => parts.map((part) => `${indent}${part},`).join("\n");
