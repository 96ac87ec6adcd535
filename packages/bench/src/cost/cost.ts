import { aroundAJob, assumptions, billOf, type Line, metricsOfAMonth, quietMonth, total } from "./bill.ts";
import { measuredJobs } from "./measured-jobs.ts";

const budgets = {
  thousandJobs: 0.2,
  thousandJobsWithPicture: 0.25,
  thousandJobsWithUpload: 0.27,
  quietMonth: 5,
};

function report(title: string, lines: Line[], budget = Number.POSITIVE_INFINITY): void {
  const sum = total(lines.map(({ usd }) => usd));
  console.log(`\n${title}`);
  for (const { name, usd, basis } of lines)
    console.log(`  ${name.padEnd(26)} $${usd.toFixed(4).padStart(8)}   ${basis}`);
  const verdict = sum <= budget ? "within" : "OVER";
  const judged = budget === Number.POSITIVE_INFINITY ? "" : `${verdict} its budget of $${budget.toFixed(2)}`;
  console.log(`  ${"together".padEnd(26)} $${sum.toFixed(4).padStart(8)}   ${judged}`.trimEnd());
  if (sum > budget) process.exitCode = 1;
}

/**
 * The cost of 1,000 jobs and of a month without a job; of `part` "signed", on a stage that signs its outputs; of "judged", of
 * 1,000 jobs with candidates that are judged for drift. The exit code is 1 if one is over its budget.
 */
export async function cost(part?: string): Promise<void> {
  if (part === "judged") {
    const { judgedJobs } = await import("./judged-jobs.ts");
    return report("1,000 jobs with candidates that are judged", billOf(await judgedJobs(), aroundAJob(2)));
  }
  const { fromAsset, withPicture, withUpload, sweep } = await measuredJobs(part === "signed");
  report("1,000 jobs from a source asset", billOf(fromAsset, aroundAJob(2)), budgets.thousandJobs);
  report(
    "1,000 jobs that bring their picture",
    billOf(withPicture, aroundAJob(2)),
    budgets.thousandJobsWithPicture,
  );
  report(
    "1,000 jobs that bring their picture by an upload",
    billOf(withUpload, aroundAJob(3)),
    budgets.thousandJobsWithUpload,
  );
  report("A month of stage dev without a job", quietMonth(sweep), budgets.quietMonth);
  report("What jobs add to a month", metricsOfAMonth());
  console.log(`\n${assumptions.map((assumption) => `- ${assumption}`).join("\n")}`);
}
