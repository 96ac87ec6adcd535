import type { Command } from "commander";
import * as v from "valibot";
import type { Adjustment } from "../../../lambdas/domain/billing/adjustment.ts";
import { billingEventView } from "../../../lambdas/domain/billing/ledger.ts";
import type { Generation } from "../../../lambdas/domain/generation/generation.ts";
import { counted } from "../../../lambdas/domain/plain-text.ts";
import { JobStatus } from "../../../lambdas/domain/vocabulary.ts";
import { listAdjustments } from "../../../lambdas/storage/billing/adjustments.ts";
import { findCharge } from "../../../lambdas/storage/billing/ledger.ts";
import { type ListingProgress, listStoredJobs } from "../../../lambdas/storage/generation/list-stored.ts";
import { findListedJobs, searchJobs } from "../../../lambdas/storage/generation/search.ts";
import { action, organizationCommand } from "../command.ts";
import { jobArgument, OfJob, OfOrganization, Time, wholeNumber } from "../inputs.ts";
import { requireJob, requireOrganization } from "../lookup.ts";
import { listing, tabular, toMinute } from "../terminal.ts";

const show = action(OfJob, async (input, terminal) => {
  const { organization_id } = await requireOrganization(input.organization);
  const job = await requireJob(organization_id, input.job);
  const [charge, adjustments] = await Promise.all([
    findCharge(job),
    listAdjustments(job.organization_id, job.job_id),
  ]);
  const events = [
    ...(charge ? [billingEventView(charge)] : []),
    ...adjustments.map((adjusted) => billingEventView({ ...adjusted, adjustment: noteOf(adjusted) })),
  ];
  const rows = events.map(({ event_id, occurred_at, usage_type, amount_usd, adjustment }) => ({
    event_id,
    occurred_at,
    usage_type,
    amount_usd,
    reference: adjustment?.reference ?? null,
    reason: adjustment?.reason ?? null,
  }));
  const { rejections, ...fields } = job;
  const found = rejections.map(({ suspected = false, ...rejection }) => ({
    ...rejection,
    verdict: suspected ? "suspected" : "rejected",
  }));
  const executions = executionsOf(job);
  terminal.show(
    { job, events, executions },
    `${listing(fields)}\n\nExecutions:\n${executions.join("\n")}\n\nRejected and suspected candidates:\n${tabular(found)}\n\nBilling events:\n${tabular(rows)}`,
  );
});

/** The ARNs of a job's executions: of its ingest, if it brought its picture, and its own. */
const executionsOf = ({ job_id, ingest_id }: Generation): string[] =>
  [
    ["SOURCE_INGEST_STATE_MACHINE_ARN", ingest_id] as const,
    ["GENERATION_STATE_MACHINE_ARN", job_id] as const,
  ].flatMap(([variable, name]) => {
    const machine = process.env[variable];
    return machine && name ? [`${machine.replace(":stateMachine:", ":execution:")}:${name}`] : [];
  });

/** Adjustments from before 1.1.0 have a reference and no note. */
const noteOf = ({ adjustment, reference }: Adjustment) =>
  adjustment ?? { reference, reason: null, period_start: null };

const ListInput = v.object({
  ...OfOrganization.entries,
  status: v.optional(v.picklist(JobStatus.options, `must be one of ${JobStatus.options.join(", ")}`)),
  reference: v.optional(v.string()),
  key: v.optional(v.string()),
  from: v.optional(Time),
  to: v.optional(Time),
  limit: v.optional(wholeNumber(1, 10_000)),
  all: v.optional(v.boolean(), false),
});

const list = action(ListInput, async ({ organization, all, limit = 50, ...search }, terminal) => {
  const { organization_id } = await requireOrganization(organization);
  const { status = null, reference = null, key: keyId = null, from = null, to = null } = search;
  const wanted = { organizationId: organization_id, status, reference, keyId, from, to };
  const show = (jobs: Generation[]) => terminal.show(jobs, tabular(jobs.map(jobRow)));
  if (!all) {
    const { jobs, readUnits } = await findListedJobs(wanted, limit);
    show(jobs);
    terminal.say(`${counted(jobs.length, "job")} found, ${counted(readUnits, "read unit")}.`);
    return;
  }
  const { jobs, itemsRead, readUnits } = await searchJobs(wanted);
  const shown = jobs.slice(0, limit);
  show(shown);
  terminal.say(
    `${shown.length} of ${counted(jobs.length, "job")} found. This read the whole table: ${counted(itemsRead, "item")}, ${counted(readUnits, "read unit")}.`,
  );
});

const jobRow = ({ job_id, status, created_at, completed_at, reference, failure }: Generation) => ({
  job_id,
  status,
  created: toMinute(created_at),
  ended: toMinute(completed_at),
  failure: failure?.code,
  reference,
});

const index = action(v.object({}), async (_input, terminal) => {
  const change = "put every job that is in none of the lists that partners read into them; no job changes";
  if (!(await terminal.confirm(null, [change]))) return;
  let progress: ListingProgress = { itemsRead: 0, jobs: 0, added: 0 };
  for await (progress of listStoredJobs())
    terminal.say(
      `Read items: ${progress.itemsRead}, of which jobs: ${progress.jobs}; added entries: ${progress.added}.`,
    );
  terminal.show(progress, `${progress.added} entries were missing in the lists and are there now.`);
});

export function jobCommands(program: Command): void {
  const job = program.command("job").description("generation jobs: find them, how one went and what it cost");
  organizationCommand(
    job,
    "list",
    "find jobs of an organization, newest first, by its lists. With --all it reads the whole table, so that it finds jobs of " +
      "before 1.1.0 without job index: about $0.03 for each GB, and a minute or more for some GB. It says how much it read",
  )
    .option("--all", "read the whole table")
    .option("--status <status>", JobStatus.options.join(", "))
    .option("--reference <text>", "the partner's own reference, exactly")
    .option("--key <id>", "made with that key")
    .option("--from <time>", "created then or later, such as 2026-11-20")
    .option("--to <time>", "created before then")
    .option("--limit <number>", "how many to show (default: 50)")
    .action(list);
  job
    .command("index")
    .description(
      "put jobs that were accepted before 1.1.0 into the lists that partners read (GET /api/v1/generations). Run it once " +
        "after the upgrade. It reads the whole table, a page at a time, says how far it is, and may be repeated",
    )
    .action(index);
  organizationCommand(job, "show", "a job as it is stored, its rejected candidates and its billing events")
    .argument(...jobArgument)
    .action(show);
}
