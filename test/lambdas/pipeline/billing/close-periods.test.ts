import { Metrics } from "@aws-lambda-powertools/metrics";
import { PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { DeleteCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import { describe, expect, test, vi } from "vitest";
import { changeAnchorDay } from "../../../../lambdas/domain/billing/period.ts";
import { closeDuePeriods } from "../../../../lambdas/pipeline/billing/close-periods.ts";
import { handler } from "../../../../lambdas/pipeline/sweep.ts";
import { logFor } from "../../../../lambdas/runtime/log.ts";
import {
  listDueClosings,
  scheduleClosing,
  scheduleMissing,
} from "../../../../lambdas/storage/billing/closings.ts";
import { findStored } from "../../../../lambdas/storage/billing/statements.ts";
import { keys } from "../../../../lambdas/storage/keys.ts";
import { listAuditRecords } from "../../../../lambdas/storage/organization/audit.ts";
import { updateOrganization } from "../../../../lambdas/storage/organization/organizations.ts";
import { table, tableName } from "../../../../lambdas/storage/table.ts";
import { type BilledPartner, newBilledPartner } from "../../../support/billing/billed-partner.ts";
import { makeJobs } from "../../../support/billing/end-job.ts";
import { fillLedger } from "../../../support/billing/ledger-events.ts";
import { plan, startApiInMarch } from "../../../support/billing/march.ts";
import { commandsOf } from "../../../support/capacity.ts";
import { storedItem } from "../../../support/table.ts";

const api = await startApiInMarch();
const sweep = () => handler({}, { awsRequestId: "sweep" } as Context);
const at = (time: string) => void vi.setSystemTime(time);
const march = { start: new Date("2026-03-01T00:00:00Z"), end: new Date("2026-04-01T00:00:00Z") };

const closings = ({ organizationId }: BilledPartner) =>
  api.bus
    .commandCalls(PutEventsCommand)
    .flatMap(({ args }) => args[0].input.Entries ?? [])
    .filter((entry) => entry.DetailType === "statement.closed" && entry.Detail?.includes(organizationId))
    .map(({ Detail }) => JSON.parse(Detail ?? "").statement);
const closed = async ({ organizationId }: BilledPartner) => (await findStored(organizationId, march)).text;
const putUsage = ({ organizationId }: BilledPartner, totals: object) =>
  table.send(
    new PutCommand({
      TableName: tableName(),
      Item: {
        ...keys.usage(organizationId, march.start.toISOString()),
        plans: [{ from: march.start.toISOString(), plan }],
        ...totals,
      },
    }),
  );
const unschedule = ({ organizationId }: BilledPartner) =>
  table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.listedOrganization(organizationId),
      UpdateExpression: "REMOVE gsi1pk, gsi1sk",
    }),
  );
const due = async ({ organizationId }: BilledPartner): Promise<string> =>
  String((await storedItem(keys.listedOrganization(organizationId)))?.gsi1sk).slice(0, 16);

// @contract added.49
describe("a billing period that has ended", () => {
  test("closes two hours later without a reading, as a reading would close it, and is announced and recorded once", async () => {
    const partner = await newBilledPartner(api, plan);
    await makeJobs(api, partner, [[0, "succeeds"]]);
    at("2026-04-01T01:59:59.000Z");
    await sweep();
    expect(await closed(partner)).toBeNull();
    at("2026-04-01T02:00:01.000Z");
    expect(await sweep()).toMatchObject({ close: expect.any(Number), error: 0 });
    await sweep();
    const text = await closed(partner);
    const read = await partner.send("getStatement", { id: "2026-03-01" });
    expect(read.text).toBe(text);
    expect(read.body).toMatchObject({ state: "closed", closed_at: "2026-04-01T02:00:01.000Z" });
    expect(closings(partner)).toMatchObject([{ number: read.body.number, total_usd: 49.25 }]);
    const records = await Array.fromAsync(listAuditRecords(new Date(0), partner.organizationId));
    expect(records).toMatchObject([
      { by: "schedule", command: "sweep", changes: [expect.stringContaining(read.body.number)] },
    ]);
    expect(await due(partner)).toBe("2026-05-01T02:00");
  });

  test("that a reading has closed already keeps its statement", async () => {
    const partner = await newBilledPartner(api, plan);
    at("2026-04-01T02:00:00.000Z");
    const { text } = await partner.send("getStatement", { id: "2026-03-01" });
    at("2026-04-01T02:01:00.000Z");
    await sweep();
    expect([await closed(partner), closings(partner).length]).toEqual([text, 1]);
    expect(await due(partner)).toBe("2026-05-01T02:00");
  });

  test("closes once if sweeps run at the same time", async () => {
    const partner = await newBilledPartner(api, plan);
    at("2026-04-01T02:01:00.000Z");
    const [entry] = (await listDueClosings(new Date(), 100)).filter(
      ({ organizationId }) => organizationId === partner.organizationId,
    );
    await Promise.all([sweep(), sweep(), sweep()]);
    const announced = new Set(closings(partner).map(({ number, closed_at }) => `${number} ${closed_at}`));
    expect(announced.size).toBe(1);
    const records = await Array.fromAsync(listAuditRecords(new Date(0), partner.organizationId));
    expect([records.length, await due(partner)]).toEqual([1, "2026-05-01T02:00"]);
    expect(entry && (await scheduleClosing(entry, march.end, march.end))).toBe(false);
  });

  test("is announced by a later sweep if the bus was away", async () => {
    const partner = await newBilledPartner(api, plan);
    at("2026-04-01T02:01:00.000Z");
    api.bus.on(PutEventsCommand).rejects(new Error("The bus is away"));
    expect((await sweep()).error).toBeGreaterThan(0);
    api.bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0 });
    api.bus.resetHistory();
    expect(await due(partner)).toBe("2026-04-01T02:02");
    at("2026-04-01T02:03:00.000Z");
    await sweep();
    await sweep();
    expect(closings(partner)).toHaveLength(1);
  });

  test("closes with the parts of a ledger that is too long for one sweep", async () => {
    const partner = await newBilledPartner(api, plan);
    const log = logFor({ awsRequestId: "sweep" } as Context, {});
    await fillLedger(partner.organizationId, [1, 700], (number) => march.start.getTime() + number);
    await putUsage(partner, { jobs_succeeded: 700, amount_micro_usd: 233 * 333_333 });
    at("2026-04-01T02:01:00.000Z");
    expect(await closeDuePeriods(log, 300)).toEqual(["wait"]);
    expect(await due(partner)).toBe("2026-04-01T02:02");
    at("2026-04-01T02:03:00.000Z");
    expect(await closeDuePeriods(log, 300)).toEqual(["wait"]);
    at("2026-04-01T02:05:00.000Z");
    expect(await closeDuePeriods(log, 300)).toEqual(["close"]);
    expect(JSON.parse((await closed(partner)) ?? "{}").ledger.events).toBe(700);
  });

  test("stays open, tries again every minute and does not block others while a job holds a unit or its books differ", async () => {
    const [holding, differing, sound] = await Promise.all([0, 1, 2].map(() => newBilledPartner(api, plan)));
    if (!holding || !differing || !sound) throw new Error("Three partners are needed.");
    await putUsage(holding, { consumed: 1, committed: 2 });
    await putUsage(differing, { amount_micro_usd: 1 });
    at("2026-04-01T02:01:00.000Z");
    const metric = vi.spyOn(Metrics.prototype, "addMetric");
    expect(await sweep()).toMatchObject({ error: 2 });
    expect(metric.mock.calls.map(([name]) => name)).toEqual(["SweepFailed", "SweepFailed"]);
    metric.mockRestore();
    expect([await closed(holding), await closed(differing)]).toEqual([null, null]);
    expect([await due(holding), await due(differing)]).toEqual(["2026-04-01T02:02", "2026-04-01T02:02"]);
    expect(await closed(sound)).toContain('"state":"closed"');
    await putUsage(holding, { consumed: 1, committed: 1 });
    await putUsage(differing, { amount_micro_usd: 0 });
    at("2026-04-01T02:03:00.000Z");
    expect(await sweep()).toMatchObject({ close: 2, error: 0 });
  });

  test("closes after the one before it, and the next one by a new anchor day", async () => {
    const partner = await newBilledPartner(api, plan);
    const { anchors } = partner.organization;
    await updateOrganization(partner.organizationId, { anchors: changeAnchorDay(anchors, 15, new Date()) });
    at("2026-05-20T09:00:00.000Z");
    for (let run = 0; run < 4; run++) await sweep();
    expect(closings(partner).map(({ billing_period }) => billing_period.start_at.slice(0, 10))).toEqual([
      "2026-03-01",
      "2026-04-01",
      "2026-04-15",
    ]);
    expect(await due(partner)).toBe("2026-06-15T02:00");
  });

  test("of an organization from before closings had times closes too: the last one that has ended", async () => {
    const partner = await newBilledPartner(api, plan);
    const young = await newBilledPartner(api, plan);
    at("2026-05-20T09:00:00.000Z");
    await updateOrganization(young.organizationId, { created_at: "2026-05-10T09:00:00.000Z" });
    await Promise.all([partner, young].map(unschedule));
    await scheduleMissing(new Date());
    expect([await due(partner), await due(young)]).toEqual(["2026-05-01T02:00", "2026-06-01T02:00"]);
    await sweep();
    await scheduleMissing(new Date());
    expect(closings(partner)).toMatchObject([{ billing_period: { start_at: "2026-04-01T00:00:00.000Z" } }]);
    expect(await due(partner)).toBe("2026-06-01T02:00");
  });

  test("of such an organization that another container schedules meanwhile keeps what it has come to", async () => {
    const partner = await newBilledPartner(api, plan);
    await unschedule(partner);
    at("2026-05-20T09:00:00.000Z");
    const send = table.send.bind(table);
    const spy = vi.spyOn(table, "send").mockImplementation(async (command: object) => {
      if (command instanceof UpdateCommand) {
        spy.mockRestore();
        await scheduleMissing(new Date());
        await sweep();
      }
      return send(command as never);
    });
    await scheduleMissing(new Date());
    expect(await due(partner)).toBe("2026-06-01T02:00");
  });

  test("costs each sweep one request, and seven when it closes", async () => {
    await newBilledPartner(api, plan);
    const names = async () => (await commandsOf(sweep)).map((command) => command.constructor.name);
    const shards = Array.from({ length: 4 }, () => "QueryCommand");
    expect(await names()).toEqual([...shards, "QueryCommand"]);
    at("2026-04-01T02:01:00.000Z");
    expect(await names()).toEqual([
      ...[...shards, "QueryCommand", "GetCommand", "GetCommand", "TransactGetCommand", "QueryCommand"],
      ...["TransactWriteCommand", "UpdateCommand", "UpdateCommand"],
    ]);
  });

  test("of an organization that is gone is left", async () => {
    const { organizationId } = await newBilledPartner(api, plan);
    await table.send(new DeleteCommand({ TableName: tableName(), Key: keys.organization(organizationId) }));
    at("2026-04-01T02:01:00.000Z");
    expect(await sweep()).toMatchObject({ leave: 1, error: 0 });
  });
});
