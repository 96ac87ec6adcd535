import { TransactionCanceledException, type TransactWriteItemsInput } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { vi } from "vitest";
import { table } from "../../lambdas/storage/table.ts";

// The embedded table raises no faults by itself: they are put between it and its client.

/** What happens to one transaction: it never arrives, its answer is lost, or another holds one of its items. */
export type TransactionFault = "lost_request" | "lost_answer" | "conflict";

const faults: TransactionFault[] = [];

/** Lets the next transactions fail in these ways, in this order, once `injectFaults` was called. */
export const failNextTransactions = (...next: TransactionFault[]): void => void faults.push(...next);

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

/** How long DynamoDB holds a transaction's items; a transaction that needs one of them meanwhile is refused. */
const heldMs = 20;

/**
 * Refuses a transaction, as DynamoDB does, while another that writes one of the same items is under way. Returns what
 * it counts from now on.
 */
export function injectContention() {
  const counts = { transactions: 0, conflicts: 0, refusals: 0 };
  const held = new Set<string>();
  table.middlewareStack.add(
    (next, context) => async (request) => {
      if (context.commandName !== "TransactWriteItemsCommand") return next(request);
      const items = itemsOf(request.input as TransactWriteItemsInput);
      counts.transactions++;
      if (items.some((item) => held.has(item))) {
        counts.conflicts++;
        throw conflict();
      }
      for (const item of items) held.add(item);
      try {
        const [response] = await Promise.all([
          next(request),
          new Promise((done) => setTimeout(done, heldMs)),
        ]);
        return response;
      } catch (error) {
        counts.refusals++;
        throw error;
      } finally {
        for (const item of items) held.delete(item);
      }
    },
    { step: "initialize", name: "contention", override: true },
  );
  return counts;
}

const itemsOf = ({ TransactItems = [] }: TransactWriteItemsInput) =>
  TransactItems.map(({ Put, Update }) => {
    const { pk, sk } = Update?.Key ?? Put?.Item ?? {};
    return JSON.stringify([pk, sk]);
  });

/** How DynamoDB refuses a transaction, by the reason of each of its writes. */
export const refusedFor = (...codes: string[]) =>
  new TransactionCanceledException({
    $metadata: {},
    message: "Transaction cancelled",
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

const conflict = () => refusedFor("None", "TransactionConflict");

/** How many transactions some work sends; `before` runs ahead of each. */
export async function transactionsOf(
  work: () => Promise<unknown>,
  before: (number: number) => unknown = () => {},
): Promise<number> {
  const send = table.send.bind(table);
  let sent = 0;
  const spy = vi.spyOn(table, "send").mockImplementation(async (command: object) => {
    if (command instanceof TransactWriteCommand) await before(++sent);
    return send(command as never);
  });
  await work().finally(() => spy.mockRestore());
  return sent;
}
