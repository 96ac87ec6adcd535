import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { table } from "../../../../../lambdas/storage/table.ts";
import { startApi } from "../../../../support/api.ts";
import { fillLedger } from "../../../../support/billing/ledger-events.ts";

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();
const sent: string[] = [];
beforeAll(async () => {
  await fillLedger(partner.organizationId, [1, 1000], (number) => Date.UTC(2026, 0, 1) + number);
  table.middlewareStack.add(
    (next, context) => (request) => {
      sent.push(context.commandName ?? "");
      return next(request);
    },
    { step: "initialize", name: "count" },
  );
  await partner.send("getUsageSummary");
});
beforeEach(() => void sent.splice(0));

const rateCount = "UpdateItemCommand";

test("the usage summary of a known caller is one read in parallel with the rate count", async () => {
  await partner.send("getUsageSummary");
  expect(sent.toSorted()).toEqual(["TransactGetItemsCommand", rateCount]);
});

test("a ledger page of any size is one query in parallel with the rate count", async () => {
  for (const limit of ["1", "200"]) {
    sent.splice(0);
    const { body } = await partner.send("listBillingEvents", { query: { limit } });
    expect(body.items).toHaveLength(Number(limit));
    expect(sent.toSorted()).toEqual(["QueryCommand", rateCount]);
  }
});
