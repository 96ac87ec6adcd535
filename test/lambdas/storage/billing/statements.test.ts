import { afterAll, describe, expect, test } from "vitest";
import type { Organization } from "../../../../lambdas/domain/organization/organization.ts";
import { findStatement, keepStatement } from "../../../../lambdas/storage/billing/statements.ts";
import { keys } from "../../../../lambdas/storage/keys.ts";
import { fillLedger } from "../../../support/billing/ledger-events.ts";
import { commandsOf } from "../../../support/capacity.ts";
import { day, march, putMarch, sinceJanuary } from "../../../support/since-january.ts";
import { startTable, storedItem } from "../../../support/table.ts";

const database = await startTable();
afterAll(() => database.stop());

describe("a statement", () => {
  /** The commands that a request for the statement of March sends. */
  async function request(organization: Organization, at: Date, most?: number) {
    const period = march(organization);
    let text = "";
    const commands = await commandsOf(async () => {
      const drawn = await findStatement(organization, period, at, most);
      ({ text } = await keepStatement(organization.organization_id, period, drawn, at));
    });
    return { text, commands: commands.map((command) => command.constructor.name.replace("Command", "")) };
  }

  test("that is closed is one read; one of a period that runs is not looked for", async () => {
    const organization = await sinceJanuary();
    const running = await request(organization, day("03-10"));
    expect(running.commands).toEqual(["TransactGet", "Query"]);
    const closing = await request(organization, day("04-02"));
    expect(JSON.parse(closing.text).state).toBe("closed");
    expect(closing.commands).toEqual(["Get", "TransactGet", "Query", "Query", "TransactWrite"]);
    const closed = await request(organization, day("04-03"));
    expect(closed).toEqual({ text: closing.text, commands: ["Get"] });
  });

  test("of as many events as a request reads closes at once, one of more is kept for a month to continue", async () => {
    for (const [most, state] of [
      [3, "closed"],
      [2, "open"],
    ] as const) {
      const organization = await sinceJanuary();
      const { organization_id } = organization;
      await fillLedger(organization_id, [1, 3], (number) => day("03-05").getTime() + number);
      await putMarch(organization, { jobs_succeeded: 3, amount_micro_usd: 333_333 });
      const { text } = await request(organization, day("04-02"), most);
      expect(JSON.parse(text).state).toBe(state);
      if (state === "closed") continue;
      const Key = keys.ledgerProgress(organization_id, day("03-01").toISOString());
      expect((await storedItem(Key))?.expires_at).toBe(day("05-02").getTime() / 1000);
    }
  });
});
