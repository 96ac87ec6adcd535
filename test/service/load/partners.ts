import { imageStaging, JobFailedError } from "@image-staging/client";
import { newOrganization } from "../../../lambdas/domain/organization/new-organization.ts";
import { systemRandom } from "../../../lambdas/runtime/random.ts";
import { addOrganization } from "../../support/partner.ts";
import { type Pictures, requestOf } from "./requests.ts";

/** What the jobs of every tenth organization, a sandbox, ask for in turn. */
const endings = ["sandbox:inference_failed", "sandbox:slow", "sandbox:source_url_unreachable", undefined];

/** Long enough for a service that was killed to come back. */
const patience = { maxRetries: 40, backoffMs: 250, timeoutMs: 30_000 };
const deadlineMs = 10 * 60_000;

/**
 * An organization with the default limits, and its backend: the published client. A sandbox's pictures are simulated: with
 * the rendered model one organization in ten is live, so that a job in ten is rendered.
 */
export async function newPartner(number: number, model: string, baseUrl: string, webhookUrl: string) {
  const isSimulatingEndings = number % 10 === 9;
  const isSandbox = isSimulatingEndings || (model === "rendered" && number % 10 !== 0);
  const { limits } = newOrganization("Load", null, new Date(), systemRandom);
  const account = await addOrganization({ sandbox: isSandbox, limits, default_webhook_url: webhookUrl });
  const client = imageStaging({ baseUrl, apiKey: account.apiKey, ...patience });
  const accepted: string[] = [];
  let asset: Promise<string> | undefined;
  /** A job that can be regenerated as it is. */
  let staged: string | undefined;

  const ingest = async (pictures: Pictures) => {
    const { source_asset_id } = await client.sourceAssets.create({ file: pictures.room }).wait();
    if (source_asset_id === null) throw new Error("The ingest ended without a source asset.");
    return source_asset_id;
  };

  /** Runs the organization's job of this number to its end: one in eleven is cancelled, one in nine regenerated. */
  const runJob = async (pictures: Pictures, nth: number): Promise<void> => {
    asset ??= ingest(pictures);
    const request = requestOf(pictures, await asset, nth);
    const reference = (isSimulatingEndings && endings[nth % endings.length]) || `load ${nth}`;
    const parent = nth % 9 === 8 ? staged : undefined;
    const { job_id } =
      parent === undefined
        ? await client.generations.create({ ...request, reference })
        : await client.generations.regenerate(parent, { reference });
    accepted.push(job_id);
    if (parent === undefined && "asset" in request && "mode" in request && request.mode === "refurnish")
      staged = job_id;
    if (nth % 11 === 10) await client.generations.cancel(job_id);
    await client.generations.wait(job_id, { deadlineMs, pollMs: 500 }).catch((error) => {
      if (!(error instanceof JobFailedError)) throw error;
    });
  };
  return { ...account, isSandbox, client, accepted, runJob };
}
export type LoadPartner = Awaited<ReturnType<typeof newPartner>>;
