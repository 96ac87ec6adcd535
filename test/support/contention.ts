import type { TransactWriteItemsInput } from "@aws-sdk/client-dynamodb";
import { table } from "../../lambdas/storage/table.ts";
import { conflict } from "../handlers/billing/faults.ts";

/** How long DynamoDB holds a transaction's items; a transaction that needs one of them meanwhile is refused. */
const heldMs = 20;

/**
 * Refuses transactions as DynamoDB does, which the embedded table does not: while another that writes one of the same
 * items is under way. Returns what is counted from now on.
 */
export function contend() {
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
