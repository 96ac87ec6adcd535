import { env } from "node:process";
import * as v from "valibot";
import { keys } from "../../lambdas/storage/keys.ts";
import { listUnder } from "../../lambdas/storage/table.ts";
import { until } from "./until.ts";

const Attempt = v.object({ attempt: v.string() });

/** The first attempt of the model at a job, once the model is asked. */
export const attemptFor = (organizationId: string, jobId: string): Promise<string> =>
  until(async () => (await listUnder(Attempt, keys.inference(organizationId, jobId, "")))[0]?.attempt);

/** The event by which SNS announces the end of an inference. */
export function notification(
  { organizationId, jobId, attempt }: { organizationId: string; jobId: string; attempt: string },
  end: { output: unknown } | { failureReason: string },
) {
  const inputLocation = `s3://${env.BUCKET_NAME}/inference/${organizationId}/${jobId}/${attempt}/request.json`;
  const message = {
    invocationStatus: "output" in end ? "Completed" : "Failed",
    ...("output" in end ? { responseParameters: end } : end),
    requestParameters: { inputLocation },
  };
  return { Records: [{ Sns: { Message: JSON.stringify(message) } }] };
}

/** A valid answer of the model that names the first candidate. */
export const goodAnswer = {
  contract_version: "1.0",
  model_version: "simulated-3",
  candidates: [{ candidate_id: "c1", width: 320, height: 256, score: 0.9, safe: true }],
};
