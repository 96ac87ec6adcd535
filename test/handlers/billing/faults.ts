import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { table } from "../../../lambdas/storage/table.ts";

/** What befalls one transaction: it never arrives, its answer is lost, or another holds one of its items. */
export type Fault = "lost_request" | "lost_answer" | "conflict";

const faults: Fault[] = [];

/** The next transactions meet these faults, in this order. */
export const meet = (...next: Fault[]): void => void faults.push(...next);

export const conflict = (): TransactionCanceledException =>
  new TransactionCanceledException({
    $metadata: {},
    message: "Transaction cancelled",
    CancellationReasons: [{ Code: "None" }, { Code: "TransactionConflict" }],
  });

/** The embedded table raises no faults by itself: they are put between it and its client. */
export function injectFaults(): void {
  table.middlewareStack.add(
    (next, context) => async (request) => {
      if (context.commandName !== "TransactWriteItemsCommand") return next(request);
      const fault = faults.shift();
      if (fault === "conflict") throw conflict();
      if (fault === "lost_request") throw new Error("The request was lost.");
      const response = await next(request);
      if (fault === "lost_answer") throw new Error("The answer was lost.");
      return response;
    },
    { step: "initialize", name: "faults", override: true },
  );
}
