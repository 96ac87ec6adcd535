import type { Context } from "aws-lambda";
import { vi } from "vitest";
import { DeliveryGivenUp, DeliveryPostponed } from "../../lambdas/domain/webhook/delivery.ts";
import { handler } from "../../lambdas/pipeline/deliver-webhook.ts";

/** Runs the task once, as its state machine would after `waitedUntil`. */
const runTask = (event: object, waitedUntil?: string): Promise<unknown> =>
  handler(
    { ...event, ...(waitedUntil !== undefined && { postponed: { by: { errorMessage: waitedUntil } } }) },
    { awsRequestId: "test" } as Context,
  );

/** How the task ended: what the state machine would do next. */
export async function outcomeOf(event: object, waitedUntil?: string) {
  try {
    await runTask(event, waitedUntil);
    return { ended: true } as const;
  } catch (error) {
    if (error instanceof DeliveryPostponed) return { postponed: error.message } as const;
    if (error instanceof DeliveryGivenUp) return { givenUp: true } as const;
    throw error;
  }
}

/**
 * Runs the whole delivery as the state machine does, with a clock that jumps to the time of each next attempt: the
 * caller has faked `Date`. Returns how it ended and the times it waited for.
 */
export async function runDelivery(event: object): Promise<{ delivered: boolean; waits: Date[] }> {
  const waits: Date[] = [];
  for (let waitedUntil: string | undefined; ; ) {
    const outcome = await outcomeOf(event, waitedUntil);
    if ("ended" in outcome) return { delivered: true, waits };
    if ("givenUp" in outcome) return { delivered: false, waits };
    waitedUntil = outcome.postponed;
    vi.setSystemTime(new Date(waitedUntil));
    waits.push(new Date(waitedUntil));
  }
}
