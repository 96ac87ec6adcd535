import { afterAll, describe, expect, test } from "vitest";
import { adjustment } from "../../../../lambdas/domain/billing/adjustment.ts";
import type { Organization } from "../../../../lambdas/domain/organization/organization.ts";
import { recordAdjustment } from "../../../../lambdas/storage/billing/adjustments.ts";
import { changePlan, findPeriodUsage } from "../../../../lambdas/storage/billing/plans.ts";
import { keys } from "../../../../lambdas/storage/keys.ts";
import { newJob } from "../../../support/new-job.ts";
import {
  day,
  march,
  planNamed,
  put,
  putMarch,
  reread,
  sinceJanuary,
} from "../../../support/since-january.ts";
import { startTable } from "../../../support/table.ts";
import { transactionsOf } from "../../../support/transactions.ts";

const database = await startTable();
afterAll(() => database.stop());

describe("the plans of a billing period", () => {
  const plansOf = async (organization: Organization, at: Date) => {
    const { plans, recorded } = await findPeriodUsage(organization, march(organization), at);
    return { plans: plans.map(({ from, plan }) => [from.slice(5, 10), plan?.name]), recorded };
  };

  test("that is over and keeps none are the last one of the latest period before that keeps any", async () => {
    const organization = await sinceJanuary();
    await changePlan(organization, planNamed("second"), day("02-10"));
    expect(await plansOf(await reread(organization), day("04-02"))).toEqual({
      plans: [["03-01", "second"]],
      recorded: true,
    });
    await changePlan(await reread(organization), planNamed("third"), day("03-10"));
    expect(await plansOf(await reread(organization), day("04-02"))).toEqual({
      plans: [
        ["03-01", "second"],
        ["03-10", "third"],
      ],
      recorded: true,
    });
  });

  test("that runs are the one in force, which is known unless a job succeeded before plans were kept", async () => {
    const organization = await sinceJanuary();
    const inForce = { plans: [["03-01", "first"]], recorded: true };
    expect(await plansOf(organization, day("03-10"))).toEqual(inForce);
    await putMarch(organization, { jobs_failed: 1 });
    expect(await plansOf(organization, day("03-10"))).toEqual(inForce);
    await putMarch(organization, { jobs_succeeded: 1 });
    expect(await plansOf(organization, day("03-10"))).toEqual({ ...inForce, recorded: false });
  });

  test("are kept by an adjustment, if it is the first that the period has", async () => {
    const organization = { ...(await sinceJanuary()), plan: planNamed("second") };
    const job = newJob(organization.organization_id, { config_fingerprint: "cfg_1" });
    const request = { amountMicroUsd: -5, reference: "T 1", reason: null, periodStart: null };
    await recordAdjustment(organization, adjustment(job, { ...request, occurredAt: day("03-05") }));
    expect(await plansOf(organization, day("04-02"))).toMatchObject({ plans: [["03-01", "second"]] });
  });
});

test("a billing period that is over has no jobs in flight", async () => {
  const organization = await sinceJanuary();
  await put({ ...keys.inFlight(organization.organization_id), jobs_in_flight: 3 });
  const { end } = march(organization);
  const inFlightAt = async (at: number) =>
    (await findPeriodUsage(organization, march(organization), new Date(at))).jobsInFlight;
  expect(await inFlightAt(end.getTime() - 1)).toBe(3);
  expect(await inFlightAt(end.getTime())).toBe(0);
});

const capped = { ...planNamed("capped"), spend_cap_micro_usd: 1_000_000 };

test("a plan with a spend cap is put in force again if jobs end meanwhile, up to ten times", async () => {
  const organization = await sinceJanuary();
  const endsJobs = (times: number) => async (write: number) => {
    if (write <= times) await putMarch(organization, { consumed: write, charged_micro_usd: write });
  };
  const changing = async () => expect(await changePlan(organization, capped, day("03-10"))).toBe(true);
  expect(await transactionsOf(changing, endsJobs(9))).toBe(10);
  const changed = await reread(organization);
  const changingAgain = () =>
    expect(changePlan(changed, { ...capped, name: "again" }, day("03-11"))).rejects.toThrow("Try again");
  expect(await transactionsOf(changingAgain, endsJobs(100))).toBe(10);
  expect((await reread(organization)).plan?.name).toBe("capped");
});
