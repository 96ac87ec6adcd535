import { SendTaskSuccessCommand } from "@aws-sdk/client-sfn";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import * as v from "valibot";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { attemptSeconds } from "../../../lambdas/domain/generation/inference.ts";
import { handler as finish } from "../../../lambdas/pipeline/finish-generation.ts";
import { handler as start } from "../../../lambdas/pipeline/start-inference.ts";
import { markRunning } from "../../../lambdas/storage/generation/generations.ts";
import { keys } from "../../../lambdas/storage/keys.ts";
import { listUnder, table, tableName } from "../../../lambdas/storage/table.ts";
import { acceptJob, type Reference, stored } from "../../support/accepted-job.ts";
import { startApi } from "../../support/api.ts";
import { backdate } from "../../support/jobs.ts";
import type { Partner } from "../../support/partner.ts";

const api = await startApi();
let partner: Partner;
beforeEach(async () => {
  partner = await api.newPartner();
  process.env.MODEL_VERSION = "model-1";
});
afterAll(() => api.stop());

const context = { awsRequestId: "task" } as Context;

test("a job that ends while its work begins is not worked on", async () => {
  const reference = await acceptJob(partner, { source_asset_id: await partner.addAsset() });
  const asked = api.timesAsked();
  let ended = false;
  table.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        if (commandName === "UpdateItemCommand" && !ended) {
          ended = true;
          await finish({ ...reference, error: { Error: "job_overdue" } }, context);
        }
        return next(request);
      },
    { step: "initialize", name: "meanwhile" },
  );
  await expect(api.startInference(reference)).rejects.toMatchObject({ name: "job_ended" });
  table.middlewareStack.remove("meanwhile");
  expect([ended, api.timesAsked()]).toEqual([true, asked]);
});

test("a job whose source asset is gone is not worked on, and the error names both", async () => {
  const source_asset_id = await partner.addAsset();
  const reference = await acceptJob(partner, { source_asset_id });
  const Key = keys.asset(reference.organization_id, source_asset_id);
  await table.send(new DeleteCommand({ TableName: tableName(), Key }));
  const error = `Source asset ${source_asset_id} of job ${reference.job_id} is gone.`;
  await expect(api.startInference(reference)).rejects.toThrow(error);
});

test("a start that is repeated or late leaves the job as the first one left it", async () => {
  const reference = await acceptJob(partner, { source_asset_id: await partner.addAsset() });
  const queued = await stored(reference);
  await api.startInference(reference);
  const running = await stored(reference);
  const later = new Date(Date.now() + 60_000);
  expect(await markRunning(queued, "cfg_late", later)).toBe(true);
  expect(await markRunning(running, "cfg_late", later)).toBe(true);
  expect(await stored(reference)).toEqual(running);
});

describe("a model", () => {
  test("is not asked for a job that is too old for an answer in time, and only a repeat counts as its timeout", async () => {
    const reference = await acceptJob(partner, { source_asset_id: await partner.addAsset() });
    await backdate(keys.generation(reference.organization_id, reference.job_id), reference.job_id, 21);
    const before = api.timesAsked();
    await expect(api.startInference(reference)).rejects.toMatchObject({ name: "job_overdue" });
    await expect(api.startInference(reference)).rejects.toMatchObject({ name: "inference_timeout" });
    expect(api.timesAsked()).toBe(before);
  });

  test("is given the picture, and where to put each candidate and its mask, for as long as it may take", async () => {
    const source_asset_id = await partner.addAsset();
    const { job_id } = await acceptJob(partner, { source_asset_id, include_alternates: true });
    await api.startInference({ organization_id: partner.organizationId, job_id });
    const [request = ""] = [...api.stored].flatMap(([path, body]) =>
      path.endsWith(`request.json`) && path.includes(job_id) ? [body.toString()] : [],
    );
    const { source, candidates } = JSON.parse(request);
    expect(source).toMatchObject({ width: 1024, height: 512, content_type: "image/jpeg" });
    expect(new URL(source.url).searchParams.get("X-Amz-Expires")).toBe(String(attemptSeconds.both));
    for (const [index, { candidate_id, url, content_type, mask }] of candidates.entries()) {
      expect([candidate_id, content_type, mask.content_type]).toEqual([
        `c${index + 1}`,
        "image/jpeg",
        "image/png",
      ]);
      for (const [target, name] of [
        [url, `${candidate_id}.jpg`],
        [mask.url, `${candidate_id}-mask.png`],
      ]) {
        const { pathname, searchParams } = new URL(target);
        expect(pathname.endsWith(`/${name}`)).toBe(true);
        expect(searchParams.get("X-Amz-Expires")).toBe(String(attemptSeconds.both));
        expect(searchParams.get("X-Amz-SignedHeaders")).toContain("content-type");
      }
    }
    expect(candidates.length).toBeGreaterThan(1);
  });

  test("is told the home of a listing's picture, and how many of its earlier jobs asked for the same", async () => {
    const ask = async (room: string, listing: string) => {
      const of = { mode: "refurnish", room_types: [room], style_preset: "scandi", listing };
      const source_asset_id = await partner.addAsset();
      const reference = await acceptJob(partner, { source_asset_id, workflow: "staging", ...of });
      await api.startInference(reference);
      const [request = ""] = [...api.stored].flatMap(([path, body]) =>
        path.endsWith("request.json") && path.includes(reference.job_id) ? [body.toString()] : [],
      );
      const { look_seed, look_set } = JSON.parse(request);
      return { listing: JSON.parse(request).listing, look_seed, look_set };
    };
    const asked = [
      await ask("Bedroom", "elm-street-5"),
      await ask("Kitchen", "elm-street-5"),
      await ask("Bedroom", "elm-street-5"),
      await ask("Bedroom", "oak-lane-1"),
    ];
    expect(asked.map(({ look_set }) => look_set)).toEqual([0, 0, 1, 0]);
    const [home, , , other] = asked;
    expect(asked.slice(0, 3)).toEqual([0, 0, 1].map((look_set) => ({ ...home, look_set })));
    expect(other?.look_seed).not.toBe(home?.look_seed);
  });

  test("is asked with another seed and under other keys at every attempt", async () => {
    const reference = await acceptJob(partner, { source_asset_id: await partner.addAsset() });
    for (let attempt = 0; attempt < 2; attempt++) await api.startInference(reference);
    const requests = [...api.stored]
      .filter(([path]) => path.includes(`${reference.job_id}/`))
      .map(([, body]) => JSON.parse(body.toString()));
    expect(new Set(requests.map(({ seed }) => seed)).size).toBe(2);
    expect(new Set(requests.map(({ inference_id }) => inference_id)).size).toBe(2);
    expect(requests.map(({ candidates }) => candidates.length)).toEqual([1, 1]);
    const { organization_id, job_id } = reference;
    const pending = await listUnder(
      v.object({ expires_at: v.number() }),
      keys.inference(organization_id, job_id, ""),
    );
    const hours = pending.map(({ expires_at }) => Math.round((expires_at * 1000 - Date.now()) / 3_600_000));
    expect(hours, "kept so long").toEqual([24, 24]);
  });
});

describe("candidates that are suspected of drift", () => {
  const attempt = "01J9ZK3V7Q";
  const candidates = [{ candidate_id: "c1", score: 0.9, safe: true, mask: false }];
  const rejected = { Error: "candidates_suspected" };
  const answered_at = "2026-11-22T09:00:00.000Z";
  const suspected = { rejected, attempt, candidates, answered_at };
  const pendingOf = ({ organization_id, job_id }: Reference) =>
    listUnder(
      v.object({ rejections: v.number(), suspected: v.optional(v.unknown()) }),
      keys.inference(organization_id, job_id, ""),
    );
  const ask = (reference: Reference, previous: object) =>
    start({ ...reference, task_token: "again", previous } as never, context);

  test("are kept while the model is asked for better ones, and rejected ones are not", async () => {
    const reference = await acceptJob(partner, { source_asset_id: await partner.addAsset() });
    const kept = { attempt, candidates };
    for (const [previous, expected] of [
      [suspected, { ...kept, answered_at }],
      [{ ...suspected, answered_at: undefined }, kept],
      [{ ...suspected, rejected: { Error: "candidates_rejected" } }, undefined],
      [{ rejected, candidates }, undefined],
      [{ rejected, attempt }, undefined],
    ] as const) {
      const known = (await pendingOf(reference)).length;
      await ask(reference, { ...previous, rejections: 1 });
      const pending = await pendingOf(reference);
      expect(pending).toHaveLength(known + 1);
      expect(pending.at(-1)).toEqual({ rejections: 2, ...(expected && { suspected: expected }) });
    }
  });

  test("stand if it is too late to ask again; of rejected ones none is approved then", async () => {
    const reference = await acceptJob(partner, { source_asset_id: await partner.addAsset() });
    await api.startInference(reference);
    await backdate(keys.generation(reference.organization_id, reference.job_id), reference.job_id, 21);
    await ask(reference, suspected);
    const [answer] = api.stateMachines.commandCalls(SendTaskSuccessCommand, { taskToken: "again" });
    expect(JSON.parse(answer?.args[0].input.output ?? "")).toEqual({
      ...reference,
      rejections: 1,
      attempt,
      candidates,
      answered_at,
    });
    const late = ask(reference, { ...suspected, rejected: { Error: "candidates_rejected" } });
    await expect(late).rejects.toMatchObject({
      name: "no_approved_output",
      message: expect.stringMatching(/^No picture passed approval\. /),
    });
  });
});
