import type { Command } from "commander";
import { billingEventView } from "../../lambdas/domain/billing/ledger.ts";
import { listAdjustments } from "../../lambdas/storage/billing/adjustments.ts";
import { findCharge } from "../../lambdas/storage/billing/ledger.ts";
import { action } from "./command.ts";
import { jobArgument, OfJob, organizationArgument } from "./inputs.ts";
import { requireJob, requireOrganization } from "./lookup.ts";
import { listing, tabular } from "./terminal.ts";

const show = action(OfJob, async (input, terminal) => {
  const { organization_id } = await requireOrganization(input.organization);
  const job = await requireJob(organization_id, input.job);
  const [charge, adjustments] = await Promise.all([
    findCharge(job),
    listAdjustments(job.organization_id, job.job_id),
  ]);
  const events = [
    ...(charge ? [{ ...billingEventView(charge), reference: null }] : []),
    ...adjustments.map((adjusted) => ({ ...billingEventView(adjusted), reference: adjusted.reference })),
  ];
  const rows = events.map(({ event_id, occurred_at, usage_type, amount_usd, reference }) => ({
    event_id,
    occurred_at,
    usage_type,
    amount_usd,
    reference,
  }));
  terminal.show({ job, events }, `${listing(job)}\n\nBilling events:\n${tabular(rows)}`);
});

export function jobCommands(program: Command): void {
  program
    .command("job")
    .description("generation jobs: how one went and what it cost")
    .command("show")
    .description("a job as it is stored, and its billing events")
    .argument(...organizationArgument)
    .argument(...jobArgument)
    .action(show);
}
