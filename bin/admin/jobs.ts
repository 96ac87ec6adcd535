import type { Command } from "commander";
import * as v from "valibot";
import { billingEventView } from "../../lambdas/domain/billing/ledger.ts";
import type { Generation } from "../../lambdas/domain/generation/generation.ts";
import type { Organization } from "../../lambdas/domain/organization/organization.ts";
import { listAdjustments } from "../../lambdas/storage/billing/adjustments.ts";
import { findCharge } from "../../lambdas/storage/billing/ledger.ts";
import { findGeneration } from "../../lambdas/storage/generation/generations.ts";
import { action } from "./command.ts";
import { InputError } from "./input-error.ts";
import { organizationOf } from "./organizations.ts";
import { listing, tabular } from "./terminal.ts";

/** The organization's job of that id; throws an InputError where there is none. */
export async function jobOf({ organization_id }: Organization, jobId: string): Promise<Generation> {
  const job = await findGeneration(organization_id, jobId);
  if (!job) throw new InputError(`Organization ${organization_id} has no job ${jobId}: check both ids.`);
  return job;
}

const show = action(
  v.object({ organization: v.string(), job: v.string() }),
  async ({ organization, job: jobId }, terminal) => {
    const job = await jobOf(await organizationOf(organization), jobId);
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
  },
);

export function jobCommands(program: Command): void {
  program
    .command("job")
    .description("generation jobs: how one went and what it cost")
    .command("show")
    .description("a job as it is stored, and its billing events")
    .argument("<organization>", "its id, such as org_01J9ZK3V7Q")
    .argument("<job>", "the job's id, such as job_01J9ZK3V7Q")
    .action(show);
}
