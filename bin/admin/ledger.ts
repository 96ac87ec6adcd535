import type { Command } from "commander";
import * as v from "valibot";
import { adjustment, adjustmentTime } from "../../lambdas/domain/billing/adjustment.ts";
import { billingEventView, usd } from "../../lambdas/domain/billing/ledger.ts";
import type { Organization } from "../../lambdas/domain/organization/organization.ts";
import { recordAdjustment } from "../../lambdas/storage/billing/adjustments.ts";
import { action } from "./command.ts";
import { InputError, MicroUsd, Time } from "./inputs.ts";
import { exportLedger } from "./ledger-export.ts";
import { requireJob, requireOrganization } from "./lookup.ts";
import { listing } from "./terminal.ts";

const AdjustInput = v.object({
  org: v.string(),
  job: v.string(),
  amount: v.pipe(MicroUsd, v.notValue(0, "must not be 0")),
  reference: v.pipe(v.string(), v.trim(), v.minLength(1, "must give the reason for the adjustment")),
  period: v.optional(Time),
  force: v.optional(v.boolean(), false),
});

const adjust = action(AdjustInput, async ({ org, job: jobId, amount, reference, ...when }, terminal) => {
  const organization = await requireOrganization(org);
  const job = await requireJob(org, jobId);
  if (job.status !== "succeeded")
    throw new InputError(`Job ${jobId} is ${job.status} and was never charged: adjust a succeeded job.`);
  const { period, occurredAt } = timeOf(organization, when);
  const wanted = adjustment(job, { amountMicroUsd: amount, reference, occurredAt });
  const change = `add ${usd(amount)} USD to the ledger of ${org} at ${wanted.occurred_at} for ${jobId}, ${reference}`;
  if (!(await terminal.confirm([change]))) return;
  const recorded = await recordAdjustment(org, period.start.toISOString(), wanted);
  if (recorded.amount_micro_usd !== amount)
    throw new InputError(
      `${jobId} was already adjusted by ${usd(recorded.amount_micro_usd)} USD for ${reference}: choose another --reference.`,
    );
  const view = billingEventView(recorded);
  terminal.show(view, listing(view));
});

/** The period to adjust and the event's time in it; throws for a future period, and for a closed one without --force. */
function timeOf({ anchors }: Organization, when: { period?: Date | undefined; force: boolean }) {
  const now = new Date();
  const time = adjustmentTime(anchors, when.period ?? now, now);
  if (!time) throw new InputError("--period must not be in the future: leave it out for the open period.");
  if (time.isClosed && !when.force)
    throw new InputError(
      `The billing period that ended at ${time.period.end.toISOString()} is closed: leave --period out to adjust the ` +
        "open one, or add --force to change what has been reported.",
    );
  return time;
}

export function ledgerCommands(program: Command): void {
  const ledger = program.command("ledger").description("the ledger: export it, adjust it");
  ledger
    .command("export")
    .description(
      "write the billing events of a range of time to standard output, oldest first, one column a field; " +
        "npm run --silent leaves out npm's own lines",
    )
    .requiredOption("--org <organization>", "its id, such as org_01J9ZK3V7Q")
    .option("--from <time>", "start of the range, inclusive (default: start of the current billing period)")
    .option("--to <time>", "end of the range, exclusive (default: end of the billing period of --from)")
    .option("--format <csv|jsonl>", "csv, or jsonl: one JSON object a line (default: csv, jsonl with --json)")
    .action(exportLedger);
  ledger
    .command("adjust")
    .description(
      "record an adjustment of a succeeded job as a new event; recorded events never change. " +
        "Running it again with the same --reference changes nothing",
    )
    .requiredOption("--org <organization>", "its id, such as org_01J9ZK3V7Q")
    .requiredOption("--job <job>", "the job to adjust")
    .requiredOption("--amount <usd>", "US dollars, negative for a credit, such as -0.25")
    .requiredOption("--reference <text>", "the reason, such as a ticket; used once per job")
    .option("--period <time>", "any time of the billing period to adjust (default: the open period)")
    .option("--force", "adjust a closed period: callers that have read it do not see the event")
    .action(adjust);
}
