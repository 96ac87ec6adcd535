import * as v from "valibot";
import {
  type InferenceNotification,
  isTimeout,
  ModelResponse,
  InferenceNotification as Notification,
} from "../domain/inference.ts";
import type { Log } from "../runtime/log.ts";
import { task } from "../runtime/task.ts";
import { attemptOf, findInference } from "../storage/inferences.ts";
import { readObject } from "../storage/objects.ts";
import { failTask, succeedTask } from "../storage/task-callbacks.ts";

const Message = v.pipe(v.string(), v.parseJson(), Notification);
const Input = v.object({ Records: v.array(v.object({ Sns: v.object({ Message }) })) });

/** Hands the model's answer to the task that waits for it. A late, repeated or unknown answer changes nothing. */
export const handler = task(Input, async ({ Records }, log) => {
  for (const { Sns } of Records) await complete(Sns.Message, log);
});

async function complete(notification: InferenceNotification, log: Log): Promise<void> {
  const attempt = attemptOf(notification.inputLocation);
  const pending = attempt && (await findInference(attempt));
  if (!pending) {
    log.warn("An answer belongs to no inference of ours", { notification });
    return;
  }
  const { task_token, organization_id, job_id } = pending;
  const answer = await answerOf(notification);
  const delivered = answer.ok
    ? await succeedTask(task_token, { organization_id, job_id, attempt: pending.attempt, ...answer.response })
    : await failTask(task_token, answer.code, answer.reason);
  log.info("The model answered", {
    job_id,
    attempt: pending.attempt,
    delivered,
    ok: answer.ok,
    reason: reasonOf(answer),
  });
}

type Outcome =
  | { ok: true; response: ModelResponse }
  | { ok: false; code: "inference_failed" | "inference_timeout"; reason: string; detail: string };

const reasonOf = (answer: Outcome) => (answer.ok ? undefined : answer.detail);

async function answerOf({ failureReason, answer }: InferenceNotification): Promise<Outcome> {
  if (failureReason !== null)
    return isTimeout(failureReason)
      ? failed("inference_timeout", "The model did not answer in time.", failureReason)
      : failed("inference_failed", "The model could not process the picture.", failureReason);
  const parsed = v.safeParse(ModelResponse, answer.output ?? (await storedAnswer(answer.outputLocation)));
  return parsed.success
    ? { ok: true, response: parsed.output }
    : failed("inference_failed", "The model's answer could not be read.", v.summarize(parsed.issues));
}

async function storedAnswer(location: string | undefined): Promise<unknown> {
  const key = /^s3:\/\/[^/]+\/(.+)$/.exec(location ?? "")?.[1];
  const body = key === undefined ? null : await readObject(key);
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), body?.toString());
  return json.success ? json.output : null;
}

const failed = (code: "inference_failed" | "inference_timeout", reason: string, detail: string): Outcome => ({
  ok: false,
  code,
  reason,
  detail,
});
