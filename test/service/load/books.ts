import { findDifferences } from "../../../bin/admin/restore/ledger-check.ts";
import { isIngestTerminal } from "../../../lambdas/domain/source-asset/ingest.ts";
import { findUsage } from "../../../lambdas/storage/billing/usage.ts";
import { findWork, listDueKeys } from "../../../lambdas/storage/generation/sweeping.ts";
import { keys } from "../../../lambdas/storage/keys.ts";
import { findOrganization } from "../../../lambdas/storage/organization/organizations.ts";

/** How much the sweeper has to start, end or announce. What a job left over, it clears a quarter of an hour later. */
async function countOpen(organizationId: string): Promise<number> {
  let open = 0;
  const within = `${keys.organization(organizationId).pk}#`;
  for await (const page of listDueKeys(new Date("9999-01-01"), 100))
    for (const key of page.filter(({ pk }) => pk.startsWith(within))) {
      const work = await findWork(key);
      if (work?.kind === "generation" && !work.announced) open++;
      if (work?.kind === "ingest" && !isIngestTerminal(work.ingest.status)) open++;
    }
  return open;
}

/**
 * Run as a program, in the environment of a service: prints of each organization in the arguments what is in flight, what
 * is open, and in how many periods ledger and usage differ. A separate program, because a process keeps to the address
 * of the table that it saw first.
 */
const books = process.argv.slice(2).map(async (organizationId) => {
  const organization = await findOrganization(organizationId);
  if (!organization) throw new Error(`${organizationId} is gone.`);
  const { jobsInFlight } = await findUsage(organizationId, { start: new Date(), end: new Date() });
  const [open, differences] = await Promise.all([countOpen(organizationId), findDifferences(organization)]);
  return { organizationId, jobsInFlight, open, differences: differences.length };
});
console.log(JSON.stringify(await Promise.all(books)));
