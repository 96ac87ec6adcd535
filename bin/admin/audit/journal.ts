import type { AuditRecord } from "../../../lambdas/domain/organization/audit.ts";
import { systemRandom } from "../../../lambdas/runtime/random.ts";
import { saveAuditRecord } from "../../../lambdas/storage/organization/audit.ts";
import type { Journal } from "../terminal.ts";
import { findOperator } from "./operator.ts";

type ClosingJournal = Journal & {
  /** Waits for the command and records how its change ended. */
  close: (run: Promise<void>) => Promise<void>;
};

/** For commands that change nothing of the service. */
export const noJournal: ClosingJournal = { begin: async () => {}, close: (run) => run };

/**
 * Records in the table what a command changes: before the change is made, so that none goes without a record, and once
 * more with how it ended. A command that changes nothing leaves no record.
 */
export function journalFor(command: string, globalOptions: unknown): ClosingJournal {
  let open: AuditRecord | null = null;
  const end = async (outcome: AuditRecord["outcome"]) => {
    if (open) await saveAuditRecord({ ...open, outcome });
  };
  return {
    begin: async (organizationId, changes) => {
      open = {
        audit_id: systemRandom.id(),
        at: new Date().toISOString(),
        by: await findOperator(globalOptions),
        command,
        organization_id: organizationId,
        changes,
        outcome: "unfinished",
      };
      await saveAuditRecord(open);
    },
    close: async (run) => {
      try {
        await run;
      } catch (error) {
        await end("failed").catch(() => undefined);
        throw error;
      }
      await end("done");
    },
  };
}
