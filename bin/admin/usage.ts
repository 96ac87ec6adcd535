import type { Command } from "commander";
import * as v from "valibot";
import { billingPeriod } from "../../lambdas/domain/billing/period.ts";
import { usageSummary } from "../../lambdas/domain/billing/usage.ts";
import { limitsInForce } from "../../lambdas/domain/organization/limits.ts";
import { findUsage } from "../../lambdas/storage/billing/usage.ts";
import { action } from "./command.ts";
import { OfOrganization, organizationArgument, Time } from "./inputs.ts";
import { requireOrganization } from "./lookup.ts";
import { listing } from "./terminal.ts";

const show = action(
  v.object({ ...OfOrganization.entries, at: v.optional(Time) }),
  async ({ organization: id, at }, terminal) => {
    const organization = await requireOrganization(id);
    const now = new Date();
    const period = billingPeriod(organization.anchors, at ?? now);
    const { totals, jobsInFlight } = await findUsage(organization.organization_id, period);
    const isOpen = period.start <= now && now < period.end;
    const usage = { totals, jobsInFlight: isOpen ? jobsInFlight : 0 };
    const summary = usageSummary(organization, limitsInForce(organization.limits), usage, period);
    const { rate_limits, ...groups } = summary;
    terminal.show(summary, listing(prefixed(groups)));
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
  program
    .command("usage")
    .description("usage: the summary that an organization reads at GET /api/v1/usage/summary")
    .command("show")
    .description("show the usage summary of a billing period, by the current plan and limits")
    .argument(...organizationArgument)
    .option("--at <time>", "any time in the period, such as 2026-03-01 (default: now)")
    .action(show);
}
