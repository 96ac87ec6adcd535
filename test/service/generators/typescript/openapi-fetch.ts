// One job by the types that openapi-typescript makes, with openapi-fetch. Arguments: the service's address, an API key, a picture.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/openapi-typescript.d.ts";

const [baseUrl = "", apiKey = "", picture = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } });
const newKey = () => ({ header: { "Idempotency-Key": randomUUID() } });

/** The data of an answer; an error is thrown. */
function dataOf<Data>({ data, error }: { data?: Data; error?: components["schemas"]["Error"] }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

// The types have a file as a string, and the body is sent as JSON: a form needs another serializer.
const form = new FormData();
form.set("file", new File([await readFile(picture)], "room.jpg"));
let ingest = dataOf(
  await client.POST("/api/v1/source-assets", {
    params: newKey(),
    body: { file: "" },
    bodySerializer: () => form,
  }),
);
while (ingest.status !== "ready" && ingest.status !== "failed") {
  await pause(200);
  const params = { path: { ingest_id: ingest.ingest_id } };
  ingest = dataOf(await client.GET("/api/v1/source-assets/{ingest_id}", { params }));
}

let job = dataOf(
  await client.POST("/api/v1/generations", {
    params: newKey(),
    body: {
      source_asset_id: ingest.source_asset_id ?? "",
      workflow: "staging",
      capture_type: "photo",
      mode: "refurnish",
      room_types: ["Living Room"],
    },
  }),
);
while (job.status !== "succeeded" && job.status !== "failed") {
  await pause(200);
  job = dataOf(
    await client.GET("/api/v1/generations/{job_id}", { params: { path: { job_id: job.job_id } } }),
  );
}
console.log(job.status);
