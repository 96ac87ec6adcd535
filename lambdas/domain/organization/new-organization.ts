import { anchoredOn } from "../billing/period.ts";
import { sha256Hex } from "../ids.ts";
import type { LimitOverrides } from "./limits.ts";
import { type ApiKey, type KeyScope, keyPrefixOf, type Organization, type Plan } from "./organization.ts";

/** The plan of an organization until the operator chooses another; prices are integer micro-USD. */
export const standardPlan = {
  name: "standard",
  included_units: 100,
  unit_price_micro_usd: 250_000,
  overage_allowed: true,
};

/** The plan of every sandbox: nothing is counted, charged or refused by it. */
const sandboxPlan: Plan = {
  name: "sandbox",
  included_units: 0,
  unit_price_micro_usd: 0,
  overage_allowed: true,
};

/** Where new ids and secrets come from. `id` gives 26 letters and digits that are used once, `bytes` what nobody can guess. */
export type Random = { id: () => string; bytes: (length: number) => Buffer };

/** A new, approved, active organization on the standard plan, or a sandbox. */
export const newOrganization = (
  name: string,
  webhookUrl: string | null,
  now: Date,
  random: Random,
  { sandbox = false }: { sandbox?: boolean | undefined } = {},
): Organization => ({
  organization_id: `org_${random.id()}`,
  name,
  sandbox,
  approved: true,
  access_status: "active",
  plan: sandbox ? sandboxPlan : standardPlan,
  anchors: anchoredOn(1),
  limits: {},
  default_webhook_url: webhookUrl,
  disclosure: "none",
  billing: null,
  leaked_keys: [],
  cursor_key: random.bytes(32).toString("base64"),
  created_at: now.toISOString(),
});

/** What may be said of a new key: a name to know it by, what it may do, until when it is valid, and its secret. */
type KeyTerms = {
  name?: string | null;
  scope?: KeyScope | undefined;
  validUntil?: Date | null;
  secret?: string;
};

/** A new API key, and its text to show once: only the SHA-256 of the secret is stored. */
export function newApiKey(
  organization: Pick<Organization, "organization_id" | "sandbox">,
  limits: LimitOverrides,
  now: Date,
  random: Random,
  {
    name = null,
    scope = "full",
    validUntil = null,
    secret = random.bytes(32).toString("base64url"),
  }: KeyTerms = {},
): { key: ApiKey; shownOnce: string } {
  const public_key_id = random.id();
  const key = {
    public_key_id,
    organization_id: organization.organization_id,
    name,
    scope,
    secret_sha256: sha256Hex(secret),
    limits,
    created_at: now.toISOString(),
    revoked_at: null,
    valid_until: validUntil?.toISOString() ?? null,
  };
  return { key, shownOnce: `${keyPrefixOf(organization)}_${public_key_id}.${secret}` };
}
