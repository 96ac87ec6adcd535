import { afterAll, describe, expect, test } from "vitest";
import type { Pricing } from "../../../../lambdas/domain/billing/settlement.ts";
import { addUsage, isStillPriced, unitCanBeReserved } from "../../../../lambdas/storage/billing/usage.ts";
import { transact } from "../../../../lambdas/storage/table.ts";
import { day, putMarch, sinceJanuary } from "../../../support/since-january.ts";
import { startTable } from "../../../support/table.ts";

const database = await startTable();
afterAll(() => database.stop());

describe("a condition of a change of usage", () => {
  const start = day("03-01").toISOString();
  /** Whether a change is made if a period's item has these totals, or is not there. */
  async function isMade(totals: object | null, condition: ReturnType<typeof isStillPriced>) {
    const organization = await sinceJanuary();
    if (totals) await putMarch(organization, totals);
    const change = addUsage(organization.organization_id, start, { jobs_succeeded: 1 }, { condition });
    return (await transact({ guards: { refused: change } })).committed;
  }

  const rooms = [-1, 0, 5];
  const charges = [undefined, 0, 5, 6];
  const cases = rooms.flatMap((room) => charges.map((charged) => ({ room, charged })));
  test.each(cases)("with a room of $room under the spend cap and $charged charged", async (one) => {
    const { room, charged } = one;
    const totals = { consumed: 1, ...(charged !== undefined && { charged_micro_usd: charged }) };
    const rule = { counted: "consumed", includedUnits: 1, room } as const;
    const held = (as: Pricing) => isMade(totals, isStillPriced(rule, as));
    const fits = (charged ?? 0) <= room;
    expect(await Promise.all([held("free"), held("priced"), held("beyond_cap")])).toEqual([
      false,
      fits,
      !fits,
    ]);
  });

  test.each<[object | null, { units: number; price: number | null }, boolean]>([
    [null, { units: 1, price: null }, true],
    [null, { units: 0, price: null }, false],
    [{ committed: 1 }, { units: 1, price: null }, false],
    [{ committed: 1 }, { units: 2, price: null }, true],
    [{ committed: 2, unit_bound: 3 }, { units: 1, price: null }, false],
    [null, { units: 1, price: 5 }, true],
    [{ committed: 1 }, { units: 1, price: 5 }, false],
    [{ committed: 2, unit_bound: 3 }, { units: 1, price: 5 }, true],
    [{ committed: 3, unit_bound: 3 }, { units: 9, price: 5 }, false],
    [{ unit_bound: 1 }, { units: 0, price: 5 }, true],
    [{ unit_bound: 0 }, { units: 9, price: 5 }, false],
  ])("with totals %j and a bound of %j reserves a unit: %s", async (totals, bound, expected) => {
    expect(await isMade(totals, unitCanBeReserved(bound))).toBe(expected);
  });
});
