import * as v from "valibot";
import { Anchors } from "../billing/period.ts";
import { LimitOverrides } from "./limits.ts";

export const accessStatuses = ["active", "trialing", "past_due", "suspended", "disabled"] as const;
const enabledStatuses: readonly string[] = ["active", "trialing", "past_due"];

/** What an organization pays: prices are integer micro-USD, `included_units` are free jobs per billing period. */
export const Plan = v.object({
  name: v.string(),
  included_units: v.pipe(v.number(), v.integer(), v.minValue(0)),
  unit_price_micro_usd: v.pipe(v.number(), v.integer(), v.minValue(0)),
  overage_allowed: v.boolean(),
});
export type Plan = v.InferOutput<typeof Plan>;

/** An organization as stored. `cursor_key` signs its page cursors. */
export const Organization = v.object({
  organization_id: v.string(),
  name: v.string(),
  approved: v.boolean(),
  access_status: v.picklist(accessStatuses),
  plan: v.nullable(Plan),
  anchors: Anchors,
  limits: LimitOverrides,
  default_webhook_url: v.nullable(v.string()),
  cursor_key: v.string(),
  created_at: v.string(),
});
export type Organization = v.InferOutput<typeof Organization>;

/** An API key as stored, with only the SHA-256 of its secret; `limits` may be lower than its organization's. */
export const ApiKey = v.object({
  public_key_id: v.string(),
  organization_id: v.string(),
  secret_sha256: v.string(),
  limits: LimitOverrides,
  created_at: v.string(),
  revoked_at: v.nullable(v.string()),
});
export type ApiKey = v.InferOutput<typeof ApiKey>;

/** Whether the organization may use the API at all (SPEC "Authentication", 4). */
export const isAccessEnabled = ({ approved, access_status }: Organization): boolean =>
  approved && enabledStatuses.includes(access_status);
