import type { Command } from "commander";
import * as v from "valibot";
import { billingPeriod } from "../../../lambdas/domain/billing/period.ts";
import { usageSummary } from "../../../lambdas/domain/billing/usage.ts";
import { limitsInForce } from "../../../lambdas/domain/organization/limits.ts";
import { findPeriodUsage } from "../../../lambdas/storage/billing/plans.ts";
import { action, organizationCommand } from "../command.ts";
import { OfOrganization, Time } from "../inputs.ts";
import { requireOrganization } from "../lookup.ts";
import { listing, tabular } from "../terminal.ts";
import { requireBilledPeriod } from "./periods.ts";

const notRecorded =
  "The period is older than the record of its plan: this is the plan in force now, which may be another.";

const show = action(
  v.object({ ...OfOrganization.entries, at: v.optional(Time) }),
  async ({ organization: id, at }, terminal) => {
    const organization = await requireOrganization(id);
    const now = new Date();
    const period = requireBilledPeriod(organization, billingPeriod(organization.anchors, at ?? now));
    const usage = await findPeriodUsage(organization, period, now);
    const summary = usageSummary(organization, limitsInForce(organization.limits), usage, period);
    const { rate_limits, plans, plans_recorded, ...groups } = summary;
    const terms = `Plans of the period:\n${tabular(plans)}${plans_recorded ? "" : `\n${notRecorded}`}`;
    terminal.show(summary, `${listing(prefixed(groups))}\n\n${terms}`);
  },
);

/** The values of every group in one list, each under its group's name and its own. */
const prefixed = (groups: Record<string, Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(groups).flatMap(([group, values]) =>
      Object.entries(values).map(([name, value]) => [`${group}.${name}`, value]),
    ),
  );

export function usageCommands(program: Command): void {
  const usage = program
    .command("usage")
    .description("usage: the summary that an organization reads at GET /api/v1/usage/summary");
  organizationCommand(
    usage,
    "show",
    "show the usage summary of a billing period, by the plan that it had and the current limits",
  )
    .option("--at <time>", "any time in the period, such as 2026-03-01 (default: now)")
    .action(show);
}
