import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type GenerationSettings, imageStaging } from "@image-staging/client";
import * as v from "valibot";
import type { DeliveryAttempt } from "../../lambdas/domain/webhook/delivery.ts";
import { listAttemptsSince } from "../../lambdas/storage/webhook/deliveries.ts";
import type { Partner } from "./partner.ts";
import { eventually, must, type Verdicts } from "./verdicts.ts";

/** An asynchronous endpoint may start from zero instances; a webhook's second attempt comes five seconds after its first. */
const jobSeconds = 20 * 60;
const webhookSeconds = 180;

/** A photo, not a drawing: a model may decline what is no room. */
const emptyRoom = new URL("../../packages/laptop/samples/room.jpg", import.meta.url);

const Job = v.pipe(v.string(), v.parseJson(), v.object({ reference: v.nullable(v.string()) }));
const text = "Küche, 客厅, Кухня 🛋";

/** A picture all the way: through functions, state machines, the model, its topic, the bucket and the table. */
export async function checkJobs(partner: Partner, { check, leaveOut }: Verdicts): Promise<void> {
  const client = imageStaging({ baseUrl: partner.baseUrl, apiKey: partner.apiKey });
  const patience = { deadlineMs: jobSeconds * 1000 };
  const started = new Date();
  const asset = await check("A picture is ingested", async () => {
    const file = new File([readFileSync(emptyRoom)], "room.jpg");
    return (await client.sourceAssets.create({ file }).wait(patience)).source_asset_id;
  });
  if (asset === null) return leaveOut("A job succeeds", "without a source asset");

  const settings: GenerationSettings = {
    workflow: "staging",
    capture_type: "photo",
    mode: "refurnish",
    room_types: ["Living Room"],
    style_preset: "modern",
    reference: text,
  };
  const succeed = () => client.generations.create({ asset, ...settings }).wait(patience);
  const job = await check("A job succeeds; the model answers by its topic", succeed);
  if (job === null) return leaveOut("The same job comes from the approved cache", "without the first");
  await check("Its output is downloaded by the signed URL", async () => {
    const [output] = job.outputs;
    must(output !== undefined && (await client.download(output)).size > 1000, "it is empty");
  });
  await check("The same job again comes from the approved cache, by its own task token", async () => {
    const again = await succeed();
    must(again.outputs[0]?.cached === true, "its output was made again");
  });
  await check("A repeated request has one answer; text in any script comes back", async () => {
    const once = { body: { source_asset_id: asset, ...settings }, idempotencyKey: randomUUID() };
    const first = await partner.call("POST", "/api/v1/generations", once);
    const second = await partner.call("POST", "/api/v1/generations", once);
    must(first.text === second.text, `got ${first.text.slice(0, 200)} and ${second.text.slice(0, 200)}`);
    const { reference } = v.parse(Job, first.text);
    must(reference === text, `${text} came back as ${reference}`);
  });
  await check("A webhook that its receiver refuses is tried again", async () => {
    const attempts = await eventually(
      webhookSeconds,
      () => settled(started, job.job_id),
      "no second attempt",
    );
    must(!attempts.some(({ result }) => result?.outcome === "delivered"), "the receiver took it");
  });

  async function settled(since: Date, jobId: string): Promise<DeliveryAttempt[] | null> {
    const attempts: DeliveryAttempt[] = [];
    for await (const attempt of listAttemptsSince(partner.organizationId, since))
      if (attempt.job_id === jobId && attempt.result !== null) attempts.push(attempt);
    return attempts.length < 2 ? null : attempts;
  }
}
