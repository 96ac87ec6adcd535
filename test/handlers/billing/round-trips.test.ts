import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { table } from "../../../lambdas/storage/table.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { fillLedger } from "./ledger-events.ts";
import { type Partner, partnerOn } from "./partner.ts";

let testTable: TestTable;
let partner: Partner;
const sent: string[] = [];
beforeAll(async () => {
  testTable = await startTable();
  partner = await partnerOn(null);
  await fillLedger(
    partner.organization.organization_id,
    [1, 1000],
    (number) => Date.UTC(2026, 0, 1) + number,
  );
  table.middlewareStack.add(
    (next, context) => (request) => {
      sent.push(context.commandName ?? "");
      return next(request);
    },
    { step: "initialize", name: "count" },
  );
  await partner.summary();
});
beforeEach(() => void sent.splice(0));
afterAll(() => testTable.stop());

const countOfTheRequest = "UpdateItemCommand";

test("the usage summary of a known caller is one read beside the rate count", async () => {
  await partner.summary();
  expect(sent.toSorted()).toEqual(["TransactGetItemsCommand", countOfTheRequest]);
});

test("a ledger page of any size is one query beside the rate count", async () => {
  for (const limit of ["1", "200"]) {
    sent.splice(0);
    const { body } = await partner.page({ limit });
    expect(body.items).toHaveLength(Number(limit));
    expect(sent.toSorted()).toEqual(["QueryCommand", countOfTheRequest]);
  }
});
