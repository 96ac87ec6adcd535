import type { History } from "../world/history.ts";
import type { Item, Records } from "./records.ts";

/** The lists of an organization hold each of its jobs, events, deliveries and keys, once, and nothing else. */
export function* checkLists({ lists }: History, { items, jobs, ledger }: Records): Generator<string> {
  for (const { organizationId, ...read } of lists) {
    const inOrganization = `ORG#${organizationId}`;
    const own = (all: Item[]) => all.filter(({ organization_id }) => organization_id === organizationId);
    const attempts = items.filter(({ pk }) => pk === `${inOrganization}#DELIVERIES`);
    const keys = items.filter(({ pk, sk }) => pk === inOrganization && sk.startsWith("KEY#"));
    const kept = {
      jobs: own(jobs).map(({ job_id }) => job_id),
      events: own(ledger).map(({ event_id }) => event_id),
      deliveries: [...new Set(attempts.map(({ message_id }) => message_id))],
      keys: keys.map(({ public_key_id, revoked_at }) => `${public_key_id} revoked ${revoked_at}`),
    };
    for (const name of ["jobs", "events", "deliveries", "keys"] as const)
      yield* compare(`${organizationId}'s ${name}`, read[name], kept[name]);
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
