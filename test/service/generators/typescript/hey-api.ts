// One job by the client that @hey-api/openapi-ts makes. Arguments: the service's address, an API key, a picture.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { formDataBodySerializer } from "./generated/hey-api/client/index.ts";
import { client } from "./generated/hey-api/client.gen.ts";
import { createGeneration, getGeneration, getSourceAsset } from "./generated/hey-api/sdk.gen.ts";
import type { CreateSourceAssetErrors, CreateSourceAssetResponses } from "./generated/hey-api/types.gen.ts";

const [baseUrl = "", apiKey = "", picture = ""] = process.argv.slice(2);
client.setConfig({ baseUrl, auth: apiKey, throwOnError: true });
const newKey = () => ({ "Idempotency-Key": randomUUID() });

// Of a route that takes JSON or a form, the generated function and its types know the JSON alone. A form goes by the
// client's own post, with this serializer, and without a Content-Type, to which fetch has to add the boundary.
const { data: accepted } = await client.post<CreateSourceAssetResponses, CreateSourceAssetErrors, true>({
  ...formDataBodySerializer,
  url: "/api/v1/source-assets",
  security: [{ scheme: "bearer", type: "http" }],
  headers: { ...newKey(), "Content-Type": null },
  body: { file: new File([await readFile(picture)], "room.jpg") },
});
let ingest = accepted;
while (ingest.status !== "ready" && ingest.status !== "failed") {
  await pause(200);
  ({ data: ingest } = await getSourceAsset({ path: { ingest_id: ingest.ingest_id }, throwOnError: true }));
}

const { data: created } = await createGeneration({
  headers: newKey(),
  body: {
    source_asset_id: ingest.source_asset_id ?? "",
    workflow: "staging",
    capture_type: "photo",
    mode: "refurnish",
    room_types: ["Living Room"],
  },
  throwOnError: true,
});
let job = created;
while (job.status !== "succeeded" && job.status !== "failed") {
  await pause(200);
  ({ data: job } = await getGeneration({ path: { job_id: job.job_id }, throwOnError: true }));
}
console.log(job.status);
