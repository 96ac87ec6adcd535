import type { History } from "../world/history.ts";
import type { Records } from "./records.ts";

/** The lists of an organization hold each of its jobs and of its ledger's events, once, and nothing else. */
export function* checkLists({ lists }: History, { jobs, ledger }: Records): Generator<string> {
  for (const { organizationId, ...read } of lists) {
    const own = <T extends { organization_id: string }>(all: T[]) =>
      all.filter(({ organization_id }) => organization_id === organizationId);
    yield* compare(
      `${organizationId}'s jobs`,
      read.jobs,
      own(jobs as never[]).map(({ job_id }) => job_id),
    );
    yield* compare(
      `${organizationId}'s ledger`,
      read.events,
      own(ledger).map(({ event_id }) => event_id),
    );
  }
}

function* compare(name: string, listed: string[] | null, kept: string[]): Generator<string> {
  if (listed === null) return yield `The list of ${name} is not answered to its end`;
  if (new Set(listed).size < listed.length) yield `The list of ${name} holds one twice: ${listed}`;
  const [missing, extra] = [
    kept.filter((id) => !listed.includes(id)),
    listed.filter((id) => !kept.includes(id)),
  ];
  if (missing.length > 0) yield `The list of ${name} lacks ${missing}`;
  if (extra.length > 0) yield `The list of ${name} holds ${extra}, which are not there`;
}
