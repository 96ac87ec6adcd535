import { recountInFlight } from "../../../lambdas/storage/generation/in-flight.ts";
import { compareWith, copyMissing } from "../../../lambdas/storage/restoring.ts";
import { tableName } from "../../../lambdas/storage/table.ts";
import { ask } from "../aws/table.ts";
import type { ActivityWorld } from "../simulation/activity.ts";
import type { Random } from "../simulation/random.ts";
import type { AsOperator } from "./operating.ts";
import type { Partner } from "./partners.ts";
import type { Requests } from "./requests.ts";
import type { TableWatch } from "./table-watch.ts";

type Stored = { pk: { S: string }; sk: { S: string }; status?: { S: string } } & Record<string, unknown>;
type Parts = {
  world: ActivityWorld;
  requests: Requests;
  asOperator: AsOperator;
  watch: TableWatch;
  accident: () => void;
};

const restored = "restored";

/** What an accident deletes: the past of an organization, its open jobs with their calls of the model, how many are open. */
function canBeLost({ pk, sk, status }: Stored, organizationId: string): boolean {
  if (!pk.S.startsWith(`ORG#${organizationId}`)) return false;
  if (sk.S === "JOB") return ["ingesting", "queued", "running"].includes(status?.S ?? "");
  if (/^(ADJUSTMENT|INFERENCE)#/.test(sk.S) || sk.S === "INFLIGHT") return true;
  return /#(LEDGER|JOBS)$|#(REFERENCE|LISTING|ASSET)#/.test(pk.S);
}

/** A table with some items, as DynamoDB restores one: under another name. */
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

/** Most often jobs are lost and their number is not: then they differ. */
const shareLost = ({ sk }: Stored): number => (sk.S === "JOB" ? 0.8 : sk.S === "INFLIGHT" ? 0.3 : 0.5);

/** Deletes a part of what can be lost, and gives it as it was. */
async function lose(organizationId: string, random: Random): Promise<Stored[]> {
  const { Items }: { Items: Stored[] } = await ask("Scan", { TableName: tableName(), ConsistentRead: true });
  const lost = Items.filter((item) => canBeLost(item, organizationId) && random.chance(shareLost(item)));
  for (const { pk, sk } of lost) await ask("DeleteItem", { TableName: tableName(), Key: { pk, sk } });
  return lost;
}

/**
 * Loses a part of what an organization has and restores it as docs/recovery.md has it: no request is let through and no
 * sweep made, the table is restored as another, jobs in flight are counted, and what is missing is copied. Executions continue
 * meanwhile, which an operator would wait for.
 */
export const restorer =
  ({ world: { schedule, random }, requests, asOperator, watch, accident }: Parts) =>
  async (partner: Partner): Promise<void> => {
    const { organizationId } = partner;
    partner.commands++;
    for (let waited = 0; waited < 60 && watch.openJobs(organizationId) === 0; waited++)
      await schedule.sleep(2000);
    await requests.pause();
    accident();
    watch.lost(organizationId);
    const lost = await schedule.hold(() => lose(organizationId, random));
    await schedule.sleep(random.next() * 90_000);
    // How many were in flight is of no use any more.
    await schedule.hold(() => restoreTable(lost.filter(({ sk }) => sk.S !== "INFLIGHT")));
    await asOperator(partner, async () => {
      if (!(await recountInFlight(organizationId))) throw new Error("Jobs end while they are counted.");
      for await (const { item, here } of compareWith(restored))
        if (here === "missing") await copyMissing(item);
    });
    await schedule.hold(() => ask("DeleteTable", { TableName: restored }));
    await schedule.hold(() => watch.restored(organizationId));
    accident();
    requests.resume();
    partner.commands--;
  };
