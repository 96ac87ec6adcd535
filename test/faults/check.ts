import { checkAnswers } from "./invariants/answers.ts";
import { checkBilling } from "./invariants/billing.ts";
import { checkJobs } from "./invariants/jobs.ts";
import { checkLists } from "./invariants/lists.ts";
import { checkLogs } from "./invariants/logs.ts";
import { checkPictures } from "./invariants/pictures.ts";
import { type Records, readRecords } from "./invariants/records.ts";
import { checkReferences } from "./invariants/references.ts";
import { checkStatements } from "./invariants/statements.ts";
import { checkStorage } from "./invariants/storage.ts";
import { checkThresholds, checkWebhooks } from "./invariants/webhooks.ts";
import type { History } from "./world/history.ts";

const checks: ((history: History, records: Records) => Iterable<string>)[] = [
  checkJobs,
  checkBilling,
  checkStatements,
  checkWebhooks,
  checkThresholds,
  checkAnswers,
  checkStorage,
  checkReferences,
  checkPictures,
  checkLists,
  checkLogs,
];

/** What a history that is over has done wrong, seen from outside and written apart from the code. */
export async function findViolations(history: History, tableName: string): Promise<string[]> {
  const records = await readRecords(tableName);
  return [...history.violations, ...checks.flatMap((check) => [...check(history, records)])];
}
