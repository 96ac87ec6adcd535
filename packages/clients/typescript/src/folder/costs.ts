import type { ImageStaging, UsageSummary } from "../index.ts";
import type { Entry } from "./journal.ts";
import { dollars } from "./report.ts";

/** What so many pictures cost at most, in words: what is left of the plan's allowance is free. */
export function priceOf({ access, plans, usage }: UsageSummary, pictures: number): string {
  if (access.plan === "sandbox") return "$0.00: this is a sandbox's key";
  const price = plans?.at(-1)?.unit_price_usd ?? 0;
  const free = Math.min(pictures, usage.remaining);
  const cost = Math.round((pictures - free) * price * 1e6) / 1e6;
  const beyond = pictures > free ? `, ${pictures - free} cost $${price} each` : "";
  return `${dollars(cost)} at most: ${free} are within the plan's allowance${beyond}`;
}

/** What the ledger has of some jobs, by job, in US dollars; null if this key may not read it. A job without an event is free. */
export async function costsOf(
  client: ImageStaging,
  entries: readonly Entry[],
): Promise<Map<string, number> | null> {
  const jobs = new Set(entries.filter(({ state }) => state === "staged").map(({ job_id }) => job_id));
  const first = entries.flatMap(({ created_at }) => created_at ?? []).toSorted()[0];
  const costs = new Map<string, number>();
  if (jobs.size === 0) return costs;
  try {
    const events = client.billing.events({
      limit: 200,
      ...(first !== undefined && { occurred_from: first }),
    });
    for await (const { job_id, amount_usd } of events)
      if (jobs.has(job_id)) costs.set(job_id, (costs.get(job_id) ?? 0) + amount_usd);
    return costs;
  } catch {
    return null;
  }
}
