import { ask } from "../aws/table.ts";
import type { ActivityWorld } from "../simulation/activity.ts";

const hour = 3_600_000;
type Item = { pk: { S: string }; sk: { S: string }; expires_at?: { N?: string } };

/** DynamoDB deletes an item some time after its `expires_at`, usually within days: here half of those found, every few hours. */
export function startExpiry(
  { schedule, random }: ActivityWorld,
  { tableName, until }: { tableName: string; until: number },
): void {
  const deleteExpired = async (): Promise<void> => {
    const { Items }: { Items: Item[] } = await ask("Scan", {
      TableName: tableName,
      ProjectionExpression: "pk, sk, expires_at",
    });
    const seconds = schedule.now() / 1000;
    for (const { pk, sk, expires_at } of Items)
      if (Number(expires_at?.N ?? Number.POSITIVE_INFINITY) < seconds && random.chance(0.5))
        await ask("DeleteItem", { TableName: tableName, Key: { pk, sk } });
    plan();
  };
  const plan = (): void => {
    const at = schedule.now() + (1 + random.next() * 10) * hour;
    if (at < until) schedule.at(at, deleteExpired);
  };
  plan();
}
