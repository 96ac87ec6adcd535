import { findDifferences } from "../../../bin/admin/restore/ledger-check.ts";
import { findUsage } from "../../../lambdas/storage/billing/usage.ts";
import { countOpenWork } from "../../../lambdas/storage/organization/erasure.ts";
import { findOrganization } from "../../../lambdas/storage/organization/organizations.ts";

/**
 * Run as a program, in the environment of a service: prints of each organization in the arguments what is in flight, what
 * is open, and in how many periods ledger and usage differ. A separate program, because a process keeps to the address
 * of the table that it saw first.
 */
const books = process.argv.slice(2).map(async (organizationId) => {
  const organization = await findOrganization(organizationId);
  if (!organization) throw new Error(`${organizationId} is gone.`);
  const { jobsInFlight } = await findUsage(organizationId, { start: new Date(), end: new Date() });
  const [open, differences] = await Promise.all([
    countOpenWork(organizationId),
    findDifferences(organization),
  ]);
  return { organizationId, jobsInFlight, open, differences: differences.length };
});
console.log(JSON.stringify(await Promise.all(books)));
