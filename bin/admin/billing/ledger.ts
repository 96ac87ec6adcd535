import type { Command } from "commander";
import * as v from "valibot";
import {
  type Adjustment,
  adjustment,
  type Doubt,
  doubtsAbout,
} from "../../../lambdas/domain/billing/adjustment.ts";
import { billingEventView, usd } from "../../../lambdas/domain/billing/ledger.ts";
import { type BillingPeriod, billingPeriod } from "../../../lambdas/domain/billing/period.ts";
import type { Organization } from "../../../lambdas/domain/organization/organization.ts";
import { listAdjustments, recordAdjustment } from "../../../lambdas/storage/billing/adjustments.ts";
import { findCharge } from "../../../lambdas/storage/billing/ledger.ts";
import { action } from "../command.ts";
import { InputError, MicroUsd, Time } from "../inputs.ts";
import { requireJob, requireOrganization } from "../lookup.ts";
import { listing, type Terminal } from "../terminal.ts";
import { lineOf, Reason } from "../texts.ts";
import { exportLedger } from "./ledger-export.ts";

const AdjustInput = v.object({
  org: v.string(),
  job: v.string(),
  amount: v.pipe(MicroUsd, v.notValue(0, "must not be 0")),
  reference: lineOf(200),
  reason: v.optional(Reason),
  period: v.optional(Time),
  force: v.optional(v.boolean(), false),
});

const adjust = action(AdjustInput, async ({ org, job: jobId, amount, reference, ...given }, terminal) => {
  const organization = await requireOrganization(org);
  if (organization.sandbox) throw new InputError(`${org} is a sandbox: nothing of it is charged.`);
  const job = await requireJob(org, jobId);
  if (job.status !== "succeeded")
    throw new InputError(`Job ${jobId} is ${job.status} and was never charged: adjust a succeeded job.`);
  const [charge, adjustments] = await Promise.all([findCharge(job), listAdjustments(org, jobId)]);
  const known = adjustments.find((one) => one.reference === reference);
  if (known) return showRecorded(known, amount, terminal);
  const now = new Date();
  const period = correctedPeriod(organization, given.period ?? now, now);
  const sums = {
    amountMicroUsd: amount,
    chargedMicroUsd: charge?.amount_micro_usd ?? 0,
    adjustedMicroUsd: adjustments.reduce((sum, one) => sum + one.amount_micro_usd, 0),
  };
  const when = { period, organizationSince: new Date(organization.created_at), now };
  const doubts = doubtsAbout(amount, sums, when).map((doubt) => sentenceOf[doubt](sums, when));
  if (doubts.length > 0 && !(given.force && given.reason))
    throw new InputError(
      `${doubts.join("; ")}: nothing was recorded; add --force and a --reason if this is meant.`,
    );
  const change = `add ${usd(amount)} USD to the ledger of ${org} at ${now.toISOString()} for ${jobId}, ${reference}`;
  const forced = doubts.length > 0 ? `, although ${doubts.join("; ")}` : "";
  if (!(await terminal.confirm(org, [`${change}${forced}`]))) return;
  const wanted = adjustment(job, {
    amountMicroUsd: amount,
    reference,
    reason: given.reason ?? null,
    periodStart: period.end <= now ? period.start.toISOString() : null,
    occurredAt: new Date(),
  });
  const recorded = await recordAdjustment(organization, wanted);
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

/** The billing period that an adjustment is about; throws for one that has not begun. */
function correctedPeriod({ anchors }: Organization, at: Date, now: Date): BillingPeriod {
  const period = billingPeriod(anchors, at);
  if (period.start > now)
    throw new InputError("--period must not be in the future: leave it out for the open period.");
  return period;
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
    `the billing period that ended at ${period.end.toISOString()} is closed: the adjustment is booked in the open one`,
};

export function ledgerCommands(program: Command): void {
  const ledger = program.command("ledger").description("the ledger: export it, adjust it");
  ledger
    .command("export")
    .description(
      "write the billing events of a range of time to standard output, oldest first, one column a field; " +
        "npm run --silent leaves out npm's own lines",
    )
    .option("--org <organization>", "its id, such as org_01J9ZK3V7Q")
    .option("--all", "every organization but sandboxes, one after the other")
    .option(
      "--period <month>",
      "the billing period that starts in that month, or on that day, such as 2026-03",
    )
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
    .requiredOption("--reference <text>", "names the adjustment, such as a ticket; used once per job")
    .option("--reason <text>", "why, in a sentence that the organization sees on its statement")
    .option(
      "--period <time>",
      "any time of the closed billing period that it corrects. It is booked in the open one all the same",
    )
    .option(
      "--force",
      "with a --reason, record what can hardly be meant: more than the job was charged, a correction of a closed " +
        "period or of one before the organization existed",
    )
    .action(adjust);
}
