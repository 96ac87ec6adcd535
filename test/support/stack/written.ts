import type { Context } from "aws-lambda";
import * as v from "valibot";
import { vi } from "vitest";
import { handler as approve } from "../../../lambdas/pipeline/approve-candidates.ts";
import { handler as complete } from "../../../lambdas/pipeline/complete-inference.ts";
import { handler as finish } from "../../../lambdas/pipeline/finish-generation.ts";
import { handler as sweep } from "../../../lambdas/pipeline/sweep.ts";
import { openKey } from "../../../lambdas/runtime/credentials/signing-key.ts";
import { task } from "../../../lambdas/runtime/task.ts";
import { keys } from "../../../lambdas/storage/keys.ts";
import { objectKeys } from "../../../lambdas/storage/object-keys.ts";
import { findReceiver, recordAnswer } from "../../../lambdas/storage/webhook/receivers.ts";
import { acceptJob } from "../accepted-job.ts";
import type { Api } from "../api.ts";
import { backdate } from "../jobs.ts";
import { goodAnswer } from "../notification.ts";
import { drawRoom } from "../pictures.ts";

const context = { awsRequestId: "task" } as Context;

/** The lines that some work writes to its log, whether it fails or not. */
async function linesOf(work: () => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  const keep = (text: unknown) => lines.push(...String(text).trim().split("\n")) > 0;
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation(keep),
  );
  try {
    await work().catch(() => {});
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return lines;
}

async function newJob(api: Api) {
  const partner = await api.newPartner();
  const asset = await partner.addAsset({ width: 320, height: 256 });
  return { ...(await acceptJob(partner, { source_asset_id: asset })), asset };
}

/** What each fault leaves behind: the lines of a log, by the real handlers; or items of the table. */
export const leftBy = {
  async failedJob(api: Api) {
    const { organization_id, job_id } = await newJob(api);
    return linesOf(() =>
      finish({ organization_id, job_id, error: { Error: "TypeError", Cause: "{}" } }, context),
    );
  },
  refusedSignature(key: string) {
    const algorithm = { alg: "es256", digest: "sha256", kms: "ECDSA_SHA_256" } as const;
    const sign = task(v.unknown(), () => openKey(key, algorithm)(Buffer.from("a picture")));
    return linesOf(() => sign({ job_id: "job_1" }, context));
  },
  async rejectedCandidate(api: Api) {
    const { asset, ...reference } = await newJob(api);
    await api.startInference(reference);
    const picture = await drawRoom({ width: 320, height: 256 }).jpeg().toBuffer();
    api.stored.set(`/pictures/${objectKeys.source(reference.organization_id, asset)}`, picture);
    return linesOf(() => approve({ ...reference, ...goodAnswer, attempt: "1" }, context));
  },
  async stuckJob(api: Api) {
    const { organization_id, job_id } = await newJob(api);
    await backdate(keys.generation(organization_id, job_id), job_id, 70);
    return linesOf(() => sweep({}, context));
  },
  lostAnswer: () => linesOf(() => complete({ Records: [{ Sns: { Message: "{}" } }] }, context)),
  async failingReceiver(api: Api) {
    const { organizationId } = await api.newPartner();
    const receiver = await findReceiver(organizationId, "https://acme.example/hook");
    await recordAnswer(receiver, "failed", new Date());
    return [];
  },
  failedRoute: (api: Api) =>
    linesOf(async () => {
      const { send } = await api.newPartner();
      const name = process.env.TABLE_NAME;
      process.env.TABLE_NAME = "no-such-table";
      await send("createGeneration", { body: {} }).finally(() => {
        process.env.TABLE_NAME = name;
      });
    }),
};

const platform = (type: string, record: object) =>
  JSON.stringify({ time: "2026-11-29T00:00:00Z", type: `platform.${type}`, record });
const metrics = { durationMs: 15_000, maxMemoryUsedMB: 512, memorySizeMB: 512 };

/**
 * What AWS itself writes, in its documented formats (Lambda Developer Guide, "Telemetry API event schema"; Step Functions
 * Developer Guide, "Using CloudWatch Logs"; the access log's is the template's).
 */
export const writtenByAws = {
  timeout: platform("report", { requestId: "1", metrics, status: "timeout" }),
  crash: platform("report", { requestId: "1", metrics, status: "error", errorType: "Runtime.ExitError" }),
  failedExecution: JSON.stringify({
    id: "9",
    type: "ExecutionFailed",
    details: { error: "States.TaskFailed", cause: "{}" },
    event_timestamp: "1764374400000",
    execution_arn: "arn:aws:states:eu-west-1:123456789012:execution:RenderedInference:job_1",
  }),
  access: (format: string, path: string) =>
    format.replaceAll(/\$context\.([\w.]+)/g, (_match, field: string) => (field === "path" ? path : "1")),
};
