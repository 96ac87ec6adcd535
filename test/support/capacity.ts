import { BatchGetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { vi } from "vitest";
import { table } from "../../lambdas/storage/table.ts";

/** The capacity units that the table's engine says some work consumes. */
export async function unitsOf(work: () => Promise<unknown>): Promise<number> {
  let units = 0;
  const name = "count-capacity";
  table.middlewareStack.add(
    (next) => async (request) => {
      const input = { ...request.input, ReturnConsumedCapacity: "TOTAL" };
      const result = await next({ ...request, input } as typeof request);
      const { ConsumedCapacity = [] } = result.output as { ConsumedCapacity?: unknown };
      for (const { CapacityUnits } of [ConsumedCapacity].flat() as { CapacityUnits: number }[])
        units += CapacityUnits;
      return result;
    },
    { step: "initialize", name },
  );
  await work();
  table.middlewareStack.remove(name);
  return units;
}

/** The commands that some work sends to the table, in their order. */
export async function commandsOf(work: () => Promise<unknown>): Promise<object[]> {
  const spy = vi.spyOn(table, "send");
  try {
    await work();
    return spy.mock.calls.map(([command]) => command);
  } finally {
    spy.mockRestore();
  }
}

type Output = { Items?: object[]; Responses?: Record<string, object[]> };

const bytesOf = (item: object) => Buffer.byteLength(JSON.stringify(item));
const unitsFor = (bytes: number) => Math.ceil(bytes / 4096);

/**
 * The read units of the queries and batches in some work, by DynamoDB's rule: a batch rounds each item up to 4 KB, a
 * query all its items together. (The local engine rounds a batch as a whole.)
 */
export async function listReadUnitsOf(work: () => Promise<unknown>): Promise<number> {
  let units = 0;
  const send = table.send.bind(table);
  const spy = vi.spyOn(table, "send").mockImplementation(async (command: object) => {
    const output = (await send(command as never)) as Output;
    if (command instanceof QueryCommand) {
      const { ":pk": pk } = command.input.ExpressionAttributeValues as { ":pk": string };
      units += Math.max(1, unitsFor(bytesOf((output.Items ?? []).map((item) => ({ pk, ...item })))));
    }
    if (command instanceof BatchGetCommand)
      for (const item of Object.values(output.Responses ?? {}).flat()) units += unitsFor(bytesOf(item));
    return output;
  });
  await work();
  spy.mockRestore();
  return units;
}
