import * as v from "valibot";
import { sha256Hex } from "../ids.ts";
import type { AttemptResult } from "./delivery.ts";

const hour = 3600 * 1000;
const disableAfterMs = 5 * 24 * hour;
/** Failures further apart are not continuous. Longer than the longest pause between two attempts. */
const maxFailureGapMs = 48 * hour;
/** A failure is recorded at most this often, so that many deliveries at once do not contend for one item. */
const recordEveryMs = hour;

/** How a webhook URL of an organization has answered, as stored; `revision` counts its changes. */
export const Receiver = v.object({
  organization_id: v.string(),
  url: v.string(),
  revision: v.number(),
  failing_since: v.nullable(v.string()),
  last_failure_at: v.nullable(v.string()),
  disabled_at: v.nullable(v.string()),
  disabled_because: v.nullable(v.picklist(["failing", "gone"])),
});
export type Receiver = v.InferOutput<typeof Receiver>;

export type ReceiverAnswer = "succeeded" | "failed" | "gone";

/** What an attempt's result says about its receiver. */
export function receiverAnswerOf({ outcome }: AttemptResult): ReceiverAnswer {
  if (outcome === "delivered") return "succeeded";
  return outcome === "gone" ? "gone" : "failed";
}

/** A receiver without failures: it is new, has recovered, or was enabled again. */
export const healthyReceiver = (organizationId: string, url: string, revision = 0): Receiver => ({
  organization_id: organizationId,
  url,
  revision,
  failing_since: null,
  last_failure_at: null,
  disabled_at: null,
  disabled_because: null,
});

/**
 * The receiver after an attempt, or null if nothing is to be recorded. It is disabled by 410 Gone, and after 5 days of
 * continuous failure.
 */
export function receiverAfter(receiver: Receiver, answer: ReceiverAnswer, now: Date): Receiver | null {
  const { organization_id, url, revision } = receiver;
  if (receiver.disabled_at !== null) return null;
  if (answer === "succeeded")
    return receiver.failing_since === null ? null : healthyReceiver(organization_id, url, revision + 1);
  const at = now.toISOString();
  const sinceLast = now.getTime() - Date.parse(receiver.last_failure_at ?? "");
  const failing_since = sinceLast <= maxFailureGapMs ? receiver.failing_since : at;
  const failed = { ...receiver, revision: revision + 1, failing_since, last_failure_at: at };
  if (answer === "gone") return { ...failed, disabled_at: at, disabled_because: "gone" };
  if (now.getTime() - Date.parse(failing_since ?? at) >= disableAfterMs)
    return { ...failed, disabled_at: at, disabled_because: "failing" };
  return sinceLast < recordEveryMs ? null : failed;
}

/**
 * A webhook URL as logs name it: its origin, and a part of its hash that tells two of one host apart. Path and query often
 * hold the receiver's token.
 */
export const urlForLog = (url: string): string => `${new URL(url).origin}/… (${sha256Hex(url).slice(0, 12)})`;
