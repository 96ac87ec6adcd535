import * as v from "valibot";
import { Anchors } from "../billing/period.ts";
import { Disclosure } from "../vocabulary.ts";
import { LimitOverrides } from "./limits.ts";

export const accessStatuses = ["active", "trialing", "past_due", "suspended", "disabled"] as const;
const enabledStatuses: readonly string[] = ["active", "trialing", "past_due"];

/**
 * What an organization pays: prices are integer micro-USD, `included_units` are free jobs per billing period. The base fee is
 * for a period, whatever is used; the spend cap bounds what the units of a period cost together.
 */
export const Plan = v.object({
  name: v.string(),
  included_units: v.pipe(v.number(), v.integer(), v.minValue(0)),
  unit_price_micro_usd: v.pipe(v.number(), v.integer(), v.minValue(0)),
  overage_allowed: v.boolean(),
  base_fee_micro_usd: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  spend_cap_micro_usd: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
});
export type Plan = v.InferOutput<typeof Plan>;

/**
 * To whom the invoices of an organization are made out. A null rate of tax is the stage's; a null `reverse_charge` is decided by
 * the tax ids.
 */
export const BillingDetails = v.object({
  legal_name: v.string(),
  address: v.string(),
  tax_id: v.nullable(v.string()),
  tax_percent: v.nullable(v.number()),
  reverse_charge: v.optional(v.nullable(v.boolean()), null),
});
export type BillingDetails = v.InferOutput<typeof BillingDetails>;

/**
 * An organization as stored. `cursor_key` signs its page cursors. A sandbox stays one, and no other organization becomes
 * one: its pictures are simulated and nothing is charged. `disclosure` holds for its jobs if a request names
 * none; organizations from before 1.1.0 have none. No message goes to a URL that one of `leaked_keys` named.
 */
export const Organization = v.object({
  organization_id: v.string(),
  name: v.string(),
  sandbox: v.optional(v.boolean(), false),
  approved: v.boolean(),
  access_status: v.picklist(accessStatuses),
  plan: v.nullable(Plan),
  anchors: Anchors,
  limits: LimitOverrides,
  default_webhook_url: v.nullable(v.string()),
  disclosure: v.optional(Disclosure, "none"),
  billing: v.optional(v.nullable(BillingDetails), null),
  leaked_keys: v.optional(v.array(v.string()), []),
  cursor_key: v.string(),
  created_at: v.string(),
});
export type Organization = v.InferOutput<typeof Organization>;

/** What may be changed of an organization. */
export type OrganizationChanges = Partial<Omit<Organization, "organization_id" | "sandbox">>;

/** What a key may do, the narrowest first: read usage, events and statements; read everything; do everything. */
export const keyScopes = ["billing", "read", "full"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Whether a key of scope `held` may call what needs `needed`. Each scope includes the narrower ones. */
export const includesScope = (held: KeyScope, needed: KeyScope): boolean =>
  keyScopes.indexOf(held) >= keyScopes.indexOf(needed);

/**
 * An API key as stored, with only the SHA-256 of its secret; `limits` may be lower than its organization's. Keys that
 * were issued before 1.1.0 have neither `name` nor `valid_until`, and those before 1.2.0 no `scope`: they may do everything.
 */
export const ApiKey = v.object({
  public_key_id: v.string(),
  organization_id: v.string(),
  name: v.optional(v.nullable(v.string()), null),
  scope: v.optional(v.picklist(keyScopes), "full"),
  secret_sha256: v.string(),
  limits: LimitOverrides,
  created_at: v.string(),
  revoked_at: v.nullable(v.string()),
  valid_until: v.optional(v.nullable(v.string()), null),
});
export type ApiKey = v.InferOutput<typeof ApiKey>;

/**
 * How an organization's keys begin. It shows whether a key is of a sandbox or costs money. A key is valid only as it was
 * issued.
 */
export const keyPrefixOf = ({ sandbox }: Pick<Organization, "sandbox">) =>
  sandbox ? "stg_test" : "stg_live";

/** When a key ends by itself in milliseconds; a key without such a time never does. */
export const keyEndOf = ({ valid_until }: ApiKey): number =>
  valid_until === null ? Number.POSITIVE_INFINITY : Date.parse(valid_until);

/** Whether a key is neither revoked nor expired. */
export const isKeyInForce = (key: ApiKey, now: Date): boolean =>
  key.revoked_at === null && now.getTime() < keyEndOf(key);

/** Whether the organization may use the API at all (contract, authentication.4). */
export const isAccessEnabled = ({ approved, access_status }: Organization): boolean =>
  approved && enabledStatuses.includes(access_status);
