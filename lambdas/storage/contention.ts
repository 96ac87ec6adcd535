import { TransactionCanceledException, TransactionConflictException } from "@aws-sdk/client-dynamodb";

/**
 * Enough for 100 transactions on one item at once, 30 ms each: about 8 tries a transaction, done within 6 seconds. So many are tried by
 * `npm run test:long -- crowds`, a quarter of them by `npm test`.
 */
const patience = { attempts: 20, baseMs: 25, capMs: 800 };

/** Waits before the next attempt: exponential backoff with full jitter. */
export const backOff = (attempt: number): Promise<void> =>
  new Promise((resolve) =>
    setTimeout(resolve, Math.random() * Math.min(patience.capMs, patience.baseMs * 2 ** attempt)),
  );

/**
 * Sends a write, and retries it with full jitter while a transaction holds one of its items or the table throttles a
 * transaction. Such a try has no effect, and the SDK does not retry it.
 */
export async function retryOnContention<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!isContention(error) || attempt >= patience.attempts) throw error;
      await backOff(attempt);
    }
  }
}

/** Whether a write was refused only by contention or throttling, so that it can be sent again. */
export function isContention(error: unknown): boolean {
  const reasons = cancellationReasons(error);
  const isConflict = error instanceof TransactionConflictException || reasons.some(isTransient);
  return isConflict && !reasons.includes("ConditionalCheckFailed");
}

/** Why each write of a cancelled transaction was refused, in their order. */
export const cancellationReasons = (error: unknown): (string | undefined)[] =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).map((reason) => reason.Code)
    : [];

const isTransient = (code: string | undefined) =>
  code === "TransactionConflict" || code === "ThrottlingError" || code === "ProvisionedThroughputExceeded";
