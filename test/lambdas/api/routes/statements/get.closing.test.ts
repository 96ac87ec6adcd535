import { PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { describe, expect, test, vi } from "vitest";
import { standardPlan } from "../../../../../lambdas/domain/organization/new-organization.ts";
import { listAuditRecords } from "../../../../../lambdas/storage/organization/audit.ts";
import { updateOrganization } from "../../../../../lambdas/storage/organization/organizations.ts";
import { type BilledPartner, newBilledPartner } from "../../../../support/billing/billed-partner.ts";
import { startApiInMarch } from "../../../../support/billing/march.ts";
import { outcomeOf } from "../../../../support/delivery.ts";
import { crowdOf } from "../../../../support/full-run.ts";
import { startReceiver } from "../../../../support/receiver.ts";

const api = await startApiInMarch();

/** A partner of March, in the middle of April. */
async function aMonth(): Promise<BilledPartner> {
  const partner = await newBilledPartner(api, standardPlan, 1);
  vi.setSystemTime("2026-04-15T09:00:00.000Z");
  return partner;
}

// @contract added.49
describe("a period that closes", () => {
  const closings = (organizationId: string) =>
    api.bus
      .commandCalls(PutEventsCommand)
      .flatMap(({ args }) => args[0].input.Entries ?? [])
      .filter((entry) => entry.DetailType === "statement.closed" && entry.Detail?.includes(organizationId));

  test("is announced and recorded once, also if many ask at once, and delivered signed", async () => {
    const partner = await aMonth();
    await using receiver = await startReceiver();
    process.env.ALLOW_LOCAL_NETWORK = "true";
    await updateOrganization(partner.organizationId, { default_webhook_url: receiver.url });
    const replies = await Promise.all(
      Array.from({ length: crowdOf(64) }, () => partner.send("getStatement", { id: "2026-03-01" })),
    );
    const [first] = replies;
    const { number, total_usd, closed_at } = first?.body ?? {};
    const records = await Array.fromAsync(listAuditRecords(new Date(0), partner.organizationId));
    const closing = records.filter(({ by }) => by.startsWith("key "));
    expect(closing).toMatchObject([
      {
        command: "GET /api/v1/billing/statements/{period_start}",
        changes: [expect.stringContaining(`with statement ${number}, ${total_usd} USD in total`)],
      },
    ]);
    for (const { Detail } of closings(partner.organizationId)) await outcomeOf(JSON.parse(Detail ?? ""));
    expect(receiver.received).toHaveLength(1);
    expect(JSON.parse(receiver.last().body)).toEqual({
      type: "statement.closed",
      timestamp: closed_at,
      data: expect.objectContaining({ number, total_usd, closed_at, state: "closed" }),
    });
  });

  test("is announced by the next reading if the bus refused it", async () => {
    const partner = await aMonth();
    api.bus.on(PutEventsCommand).rejects(new Error("The bus is away"));
    expect((await partner.send("getStatement", { id: "2026-03-01" })).status).toBe(500);
    api.bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0 });
    api.bus.resetHistory();
    const first = await partner.sendOk("getStatement", { id: "2026-03-01" });
    expect(await partner.sendOk("getStatement", { id: "2026-03-01" })).toEqual(first);
    expect(closings(partner.organizationId)).toHaveLength(1);
  });
});
