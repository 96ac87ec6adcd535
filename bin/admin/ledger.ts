import type { Command } from "commander";
import * as v from "valibot";
import {
  type Adjustment,
  adjustment,
  adjustmentTime,
  type Doubt,
  doubtsAbout,
} from "../../lambdas/domain/billing/adjustment.ts";
import { billingEventView, usd } from "../../lambdas/domain/billing/ledger.ts";
import type { BillingPeriod } from "../../lambdas/domain/billing/period.ts";
import type { Organization } from "../../lambdas/domain/organization/organization.ts";
import { listAdjustments, recordAdjustment } from "../../lambdas/storage/billing/adjustments.ts";
import { findCharge } from "../../lambdas/storage/billing/ledger.ts";
import { action } from "./command.ts";
import { InputError, MicroUsd, Time } from "./inputs.ts";
import { exportLedger } from "./ledger-export.ts";
import { requireJob, requireOrganization } from "./lookup.ts";
import { listing, type Terminal } from "./terminal.ts";

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
  const [charge, adjustments] = await Promise.all([findCharge(job), listAdjustments(org, jobId)]);
  const known = adjustments.find((one) => one.reference === reference);
  if (known) return showRecorded(known, amount, terminal);
  const time = timeOf(organization, when.period);
  const sums = {
    amountMicroUsd: amount,
    chargedMicroUsd: charge?.amount_micro_usd ?? 0,
    adjustedMicroUsd: adjustments.reduce((sum, one) => sum + one.amount_micro_usd, 0),
  };
  const since = { ...time, organizationSince: new Date(organization.created_at) };
  const doubts = doubtsAbout(amount, sums, since).map((doubt) => sentenceOf[doubt](sums, since));
  if (doubts.length > 0 && !when.force)
    throw new InputError(`${doubts.join("; ")}: nothing was recorded; add --force if this is meant.`);
  const wanted = adjustment(job, { amountMicroUsd: amount, reference, occurredAt: time.occurredAt });
  const change = `add ${usd(amount)} USD to the ledger of ${org} at ${wanted.occurred_at} for ${jobId}, ${reference}`;
  const forced = doubts.length > 0 ? `, although ${doubts.join("; ")}` : "";
  if (!(await terminal.confirm(org, [`${change}${forced}`]))) return;
  const recorded = await recordAdjustment(org, time.period.start.toISOString(), wanted);
  if (recorded.occurred_at !== wanted.occurred_at) return showRecorded(recorded, amount, terminal);
  showEvent(recorded, terminal);
});

/** What is wrong with an adjustment that was recorded before under this reference, or what it was. */
function showRecorded(recorded: Adjustment, amount: number, terminal: Terminal): void {
  const { job_id, reference, occurred_at, amount_micro_usd } = recorded;
  if (amount_micro_usd !== amount)
    throw new InputError(
      `${job_id} was already adjusted by ${usd(amount_micro_usd)} USD for ${reference}: choose another --reference.`,
    );
  terminal.say(`Already recorded at ${occurred_at}: nothing was changed.`);
  showEvent(recorded, terminal);
}

function showEvent(recorded: Adjustment, terminal: Terminal): void {
  const view = billingEventView(recorded);
  terminal.show(view, listing(view));
}

/** The period to adjust and the event's time in it; throws for a period that has not begun. */
function timeOf({ anchors }: Organization, at: Date | undefined) {
  const now = new Date();
  const time = adjustmentTime(anchors, at ?? now, now);
  if (!time) throw new InputError("--period must not be in the future: leave it out for the open period.");
  return time;
}

type Sums = { amountMicroUsd: number; chargedMicroUsd: number; adjustedMicroUsd: number };
type When = { period: BillingPeriod; organizationSince: Date };

const sentenceOf: Record<Doubt, (sums: Sums, when: When) => string> = {
  more_than_charged: ({ amountMicroUsd, chargedMicroUsd, adjustedMicroUsd }) => {
    const before = adjustedMicroUsd === 0 ? "" : `, adjusted by ${usd(adjustedMicroUsd)} USD`;
    return `${usd(amountMicroUsd)} USD is more than the job was charged (${usd(chargedMicroUsd)} USD${before})`;
  },
  before_organization: (_sums, { period, organizationSince }) =>
    `the billing period ended at ${period.end.toISOString()}, before the organization existed ` +
    `(${organizationSince.toISOString()})`,
  closed_period: (_sums, { period }) =>
    `the billing period that ended at ${period.end.toISOString()} is closed and has been reported`,
};

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
    .option(
      "--force",
      "record what can hardly be meant: more than the job was charged, a closed period (callers that have read it " +
        "do not see the event), one before the organization existed",
    )
    .action(adjust);
}
