import { anchoredOn, type BillingPeriod, billingPeriod } from "../../../lambdas/domain/billing/period.ts";
import type { Action } from "./actions.ts";
import { listingFor } from "./bodies.ts";
import type { Partner } from "./partners.ts";
import type { Requests } from "./requests.ts";

/** An item of a list, by a share from 0 to 1 of the way through it; none of an empty one. */
export const oneOf = <T>(list: readonly T[], share: number): T | undefined =>
  list[Math.floor(share * list.length)];

/** All items of a list, those before the share last. */
export function allFrom<T>(list: readonly T[], share: number): T[] {
  const first = Math.floor(share * list.length);
  return [...list.slice(first), ...list.slice(0, first)];
}

const dayOf = ({ start }: BillingPeriod): string => start.toISOString().slice(0, 10);

/** How partners read: their jobs, the ledger, and the statements of the month before, this one and, later, the first. */
export function reader({ requests, now }: { requests: Requests; now: () => number }) {
  const first = billingPeriod(anchoredOn(1), new Date(now()));
  const before = billingPeriod(anchoredOn(1), new Date(first.start.getTime() - 1));

  async function read(partner: Partner, { a, c }: Action): Promise<void> {
    const job = oneOf(partner.jobs, c);
    if (a < 0.4 && job) return void (await requests.send(partner, "getGeneration", { id: job }));
    if (a < 0.6) return void (await requests.send(partner, "listGenerations", { query: { limit: "5" } }));
    if (a < 0.75) return void (await requests.send(partner, "listBillingEvents", { query: { limit: "3" } }));
    if (a < 0.85 && job)
      return void (await requests.send(partner, "listBillingEvents", { query: { job_id: job } }));
    const summary = await requests.send(partner, "getUsageSummary");
    const period = summary?.body.billing_period?.start_at?.slice(0, 10);
    if (a > 0.9 && period) await close(partner, a > 0.95 ? period : dayOf(before));
  }

  /** Asks for a statement; if its month is over, until it is closed. A long one is added up part by part. */
  async function close(partner: Partner, period: string): Promise<void> {
    for (let part = 0; part < 8; part++) {
      const { body } = (await requests.send(partner, "getStatement", { id: period })) ?? {};
      if (body?.state !== "open" || Date.parse(body.billing_period.end_at) > now()) return;
    }
  }

  /** Closes a listing, perhaps one that no job has named yet, or looks at it. */
  async function useListing(partner: Partner, { a, b }: Action): Promise<void> {
    const id = listingFor(a / 2) ?? "";
    await requests.send(partner, b < 0.6 ? "closeListing" : "getListing", { id });
  }

  return { read, useListing, closeFirst: (partner: Partner) => close(partner, dayOf(first)) };
}
