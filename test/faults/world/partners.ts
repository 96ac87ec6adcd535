import { newApiKey, standardPlan } from "../../../lambdas/domain/organization/new-organization.ts";
import type { Organization } from "../../../lambdas/domain/organization/organization.ts";
import { saveApiKey } from "../../../lambdas/storage/organization/api-keys.ts";
import { addOrganization, unlimited } from "../../support/partner.ts";
import { unseededBytes } from "../simulation/globals.ts";
import type { Random } from "../simulation/random.ts";

/** An organization of a history. `caps` are the in-flight caps that it has had, and since when. */
export type Partner = Awaited<ReturnType<typeof addOrganization>> & {
  hook: string | null;
  /** All that it has had. */
  apiKeys: string[];
  /** Keys that were revoked, and since when without doubt. */
  revoked: { apiKey: string; since: number }[];
  /** What an operator has credited, and the pages that one has revoked or, later, published again. */
  adjustments: { jobId: string; reference: string; amount: number }[];
  pages: { disclosureId: string; isRevoked: boolean }[];
  secrets: { secret: string | null; from: number; since: number }[];
  caps: { at: number; cap: number }[];
  firstPlan: Organization["plan"];
  planChanges: number;
  assets: string[];
  jobs: string[];
  uploads: string[];
  isSandbox: boolean;
  /** How many commands of the operator are under way; whether it is to be erased, and since when it is. */
  commands: number;
  isLeaving: boolean;
  erasedAt: number | null;
};

/** The organizations of a history: billed ones by several plans, and perhaps a sandbox. */
export async function addPartners(random: Random, now: number, count: number): Promise<Partner[]> {
  const partners: Partner[] = [];
  for (let index = 0; index < count; index++) {
    const isSandbox = index === count - 1 && random.chance(0.6);
    const cap = random.between(1, 5);
    const perMinute = random.chance(0.3) ? random.between(1, 4) : null;
    const limits = { ...unlimited, ...(perMinute && { create_generation_per_minute: perMinute }) };
    const fails = random.pick([0, 0, 0.3, 0.97]);
    const hook = random.chance(0.1) ? null : `https://hooks.example/${index}?fails=${fails}`;
    const firstPlan = isSandbox ? null : planFor(random.next(), random.next());
    const account = await addOrganization({
      sandbox: isSandbox,
      limits: { ...limits, max_concurrent_jobs: cap },
      default_webhook_url: hook,
      disclosure: random.pick(["none", "none", "label"]),
      ...(firstPlan && { plan: firstPlan }),
      created_at: new Date(now - 40 * 24 * 3600 * 1000).toISOString(),
    });
    Object.assign(account, await addUnseededKey(account.organization));
    const had = { apiKeys: [account.apiKey], secrets: [{ secret: account.secret, from: 0, since: 0 }] };
    const drawn = { hook, caps: [{ at: now - 1, cap }], firstPlan, planChanges: 0, isSandbox };
    partners.push({
      ...account,
      ...had,
      ...drawn,
      assets: [],
      jobs: [],
      uploads: [],
      revoked: [],
      adjustments: [],
      pages: [],
      commands: 0,
      isLeaving: false,
      erasedAt: null,
    });
  }
  return partners;
}

/** A key that no other history has had: the functions remember keys. */
export async function addUnseededKey(organization: Organization) {
  const random = { id: () => unseededBytes(13).toString("hex").toUpperCase(), bytes: unseededBytes };
  const { key, shownOnce } = newApiKey(organization, {}, new Date(), random);
  await saveApiKey(key);
  return { key, apiKey: shownOnce };
}

/** A plan of every kind: with overage, without, and under a spend cap. */
export function planFor(a: number, b: number): Organization["plan"] {
  const plan = { ...standardPlan, included_units: Math.floor(a * 4), unit_price_micro_usd: 250_000 };
  if (b < 0.3) return { ...plan, overage_allowed: false, included_units: 1 + Math.floor(a * 5) };
  if (b < 0.6) return { ...plan, spend_cap_micro_usd: 250_000 * Math.floor(1 + a * 4) };
  return plan;
}
