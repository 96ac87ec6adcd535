import { checkAnswers } from "./invariants/answers.ts";
import { checkBilling } from "./invariants/billing.ts";
import { checkErasures } from "./invariants/erasures.ts";
import { checkJobs } from "./invariants/jobs.ts";
import { checkListings } from "./invariants/listings.ts";
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
  checkListings,
];

/** A history without the organizations that were erased in it: what it must have kept. */
function withoutErased(history: History): History {
  const erased = new Set(
    history.partners.filter(({ isLeaving }) => isLeaving).map(({ organizationId }) => organizationId),
  );
  const ownerOf = ({ body }: History["deliveries"][number]) =>
    history.watch.jobs.get(JSON.parse(body).data.job_id)?.organizationId ?? "";
  const { exchanges, ...requests } = history.requests;
  return {
    ...history,
    partners: history.partners.filter(({ organizationId }) => !erased.has(organizationId)),
    requests: {
      ...requests,
      exchanges: exchanges.filter(({ organizationId }) => !erased.has(organizationId)),
    },
    deliveries: history.deliveries.filter((delivery) => !erased.has(ownerOf(delivery))),
  };
}

/** What a history that is over has done wrong, seen from outside and written apart from the code. */
export async function findViolations(history: History, tableName: string): Promise<string[]> {
  const records = await readRecords(tableName);
  const kept = withoutErased(history);
  return [
    ...history.violations,
    ...checks.flatMap((check) => [...check(kept, records)]),
    ...checkLogs(history),
    ...checkErasures(history, records),
  ];
}
