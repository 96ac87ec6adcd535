import * as v from "valibot";
import {
  type InferenceError,
  InferenceNotification,
  inferenceErrorOf,
  ModelResponse,
} from "../domain/generation/inference.ts";
import { failTask, succeedTask } from "../orchestration/executions.ts";
import type { Log } from "../runtime/log.ts";
import { task } from "../runtime/task.ts";
import { findInference } from "../storage/generation/pending-inferences.ts";
import { attemptAt } from "../storage/object-keys.ts";
import { readObject } from "../storage/objects.ts";

const Message = v.pipe(v.string(), v.parseJson(), InferenceNotification);
const Input = v.object({ Records: v.array(v.object({ Sns: v.object({ Message }) })) });

const maxAnswerBytes = 1024 * 1024;

/** Passes the model's answer to the task that waits for it. A late, repeated or unknown answer changes nothing. */
export const handler = task(Input, async ({ Records }, log) => {
  for (const { Sns } of Records) await complete(Sns.Message, log);
});

async function complete(notification: InferenceNotification, log: Log): Promise<void> {
  const named = attemptAt(notification.inputLocation);
  const pending = named && (await findInference(named));
  if (!pending) {
    log.warn("The notification belongs to no pending inference", { notification });
    return;
  }
  const { task_token, ...attempt } = pending;
  const answer = await readAnswer(notification);
  const answered_at = new Date().toISOString();
  const delivered = await deliver(answer);
  log.info("The model answered", { ...attempt, delivered, ...answer });

  /**
   * A model that fails when it is asked for better candidates leaves those that it made before. Approval looks at a mask that it
   * proposes before a caller sees it, and ends the job.
   */
  function deliver(answer: Answer) {
    if ("response" in answer) return succeedTask(task_token, { ...attempt, ...answer.response, answered_at });
    const { suspected, ...reference } = attempt;
    if (suspected) return succeedTask(task_token, { ...reference, ...suspected });
    return answer.proposal
      ? succeedTask(task_token, { ...reference, ...answer.proposal, answered_at })
      : failTask(task_token, answer.error, answer.message);
  }
}

type Answer =
  | { response: ModelResponse }
  | {
      error: InferenceError | "inference_declined";
      message: string;
      detail: string;
      /** The answer that declines, if it proposes a mask. */
      proposal?: ModelResponse;
    };

/** What callers read about each error. */
const messages: Record<InferenceError, string> = {
  inference_failed: "The model could not process the picture. Regenerating may succeed.",
  inference_refused: "The model refused the picture.",
  inference_timeout: "The model did not answer in time. Regenerating may succeed.",
};

async function readAnswer({ failureReason, answer }: InferenceNotification): Promise<Answer> {
  if (failureReason !== null) return failed(inferenceErrorOf(failureReason), failureReason);
  const parsed = v.safeParse(ModelResponse, answer.output ?? (await readStoredAnswer(answer.outputLocation)));
  if (!parsed.success)
    return failed("inference_failed", `The answer breaks the contract: ${v.summarize(parsed.issues)}`);
  const { declined, ...response } = parsed.output;
  if (declined === undefined) return { response };
  const { message, reason: detail, proposed_mask } = declined;
  return { error: "inference_declined", message, detail, ...(proposed_mask && { proposal: parsed.output }) };
}

const failed = (error: InferenceError, detail: string): Answer => ({
  error,
  message: messages[error],
  detail,
});

/** The model's answer as JSON; undefined if none can be read. */
async function readStoredAnswer(location: string | undefined): Promise<unknown> {
  const key = /^s3:\/\/[^/]+\/(.+)$/.exec(location ?? "")?.[1];
  const body = key === undefined ? null : await readObject(key, maxAnswerBytes);
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), body?.toString());
  return json.success ? json.output : undefined;
}
