import { compareWith, copyMissing } from "../../../lambdas/storage/restoring.ts";
import { tableName } from "../../../lambdas/storage/table.ts";
import { ask } from "../aws/table.ts";
import type { ActivityWorld } from "../simulation/activity.ts";
import type { AsOperator } from "./operating.ts";
import type { Partner } from "./partners.ts";
import type { Requests } from "./requests.ts";

type Stored = { pk: { S: string }; sk: { S: string } } & Record<string, unknown>;

const restored = "restored";

/** What an accident deletes: the past of an organization, which nothing that is under way needs. */
const isPast = ({ pk, sk }: Stored, organizationId: string): boolean =>
  pk.S.startsWith(`ORG#${organizationId}`) &&
  (/#(LEDGER|JOBS)$|#REFERENCE#|#ASSET#/.test(pk.S) || sk.S.startsWith("ADJUSTMENT#"));

/** A table as it is now, under another name: what DynamoDB restores. */
async function restoreTable(items: Stored[]): Promise<void> {
  await ask("CreateTable", {
    TableName: restored,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: ["pk", "sk"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
  });
  for (const Item of items) await ask("PutItem", { TableName: restored, Item });
}

/**
 * Loses a part of an organization's past and restores it as docs/operations.md has it: no request is let through, the table is
 * restored as another, and what is missing is copied.
 */
export const restorer =
  ({ schedule, random }: ActivityWorld, requests: Requests, asOperator: AsOperator) =>
  async (partner: Partner): Promise<void> => {
    partner.commands++;
    requests.pause(true);
    await schedule.sleep(2 * 60_000);
    const { Items }: { Items: Stored[] } = await ask("Scan", {
      TableName: tableName(),
      ConsistentRead: true,
    });
    const past = Items.filter((item) => isPast(item, partner.organizationId));
    await restoreTable(past);
    for (const { pk, sk } of past)
      if (random.chance(0.5)) await ask("DeleteItem", { TableName: tableName(), Key: { pk, sk } });
    await asOperator(partner, async () => {
      for await (const { item, here } of compareWith(restored))
        if (here === "missing") await copyMissing(item);
    });
    await ask("DeleteTable", { TableName: restored });
    requests.pause(false);
    partner.commands--;
  };
