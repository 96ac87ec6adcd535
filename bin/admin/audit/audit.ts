import type { Command } from "commander";
import * as v from "valibot";
import type { AuditRecord } from "../../../lambdas/domain/organization/audit.ts";
import { listAuditRecords } from "../../../lambdas/storage/organization/audit.ts";
import { action } from "../command.ts";
import { Time } from "../inputs.ts";
import { tabular, toMinute } from "../terminal.ts";

const monthMs = 30 * 24 * 3600 * 1000;

const Input = v.object({ organization: v.optional(v.string()), since: v.optional(Time) });

/** An organization that is not there any more may have been erased: it is looked for without being required. */
const audit = action(Input, async ({ organization, since }, terminal) => {
  const from = since ?? new Date(Date.now() - monthMs);
  const records = await Array.fromAsync(listAuditRecords(from, organization ?? null));
  terminal.show(records, tabular(records.map(row)));
});

const row = ({ at, by, command, organization_id, outcome, changes }: AuditRecord) => ({
  at: toMinute(at),
  by,
  command,
  organization: organization_id,
  outcome,
  changes: changes.join("; "),
});

export function auditCommands(program: Command): void {
  program
    .command("audit")
    .description(
      "who changed what with this program, oldest first: on AWS the caller as STS names it, locally the user and the " +
        "host. Erasing an organization erases its records, except the record of the erasure",
    )
    .argument("[organization]", "only changes of this organization, such as org_01J9ZK3V7Q")
    .option("--since <time>", "changes since then, such as 2026-11-20 (default: the last 30 days)")
    .action(audit);
}
