import * as v from "valibot";
import { PlanOfPeriod } from "../../../../domain/billing/statement-schema.ts";
import type { usageSummary } from "../../../../domain/billing/usage.ts";
import { accessStatuses } from "../../../../domain/organization/organization.ts";
import { Count, DateTime, type FieldsOf, resource } from "../field.ts";

type View = ReturnType<typeof usageSummary>;

const access = resource({
  enabled: { schema: v.boolean() },
  status: {
    schema: v.picklist(accessStatuses),
    meaning: "`suspended` and `disabled` organizations are refused with 403.",
  },
  plan: {
    schema: v.nullable(v.string()),
    meaning: "The name of the period's last plan; null without a plan, `sandbox` in a sandbox.",
  },
} satisfies FieldsOf<View["access"]>);

const usage = resource({
  included: { schema: Count, meaning: "Units of the plan's allowance." },
  consumed: { schema: Count, meaning: "Billable units used." },
  overage: { schema: Count, meaning: "Units used beyond the allowance." },
  remaining: { schema: Count, meaning: "Units left of the allowance." },
  projected_overage_amount_usd: {
    schema: v.number(),
    meaning: "The sum of `amount_usd` of the period's billing events.",
  },
} satisfies FieldsOf<View["usage"]>);

const jobs = resource({
  total: { schema: Count },
  succeeded: { schema: Count },
  failed: { schema: Count },
  outputs_returned: { schema: Count },
  regenerate_count: { schema: Count },
  cache_hit_count: { schema: Count },
} satisfies FieldsOf<View["jobs"]>);

const rateLimits = resource({
  create_generation_per_minute: {
    schema: Count,
    meaning: "Also bounds the creation of uploads and of source assets, each counted apart.",
  },
  regenerate_generation_per_minute: { schema: Count },
  get_generation_per_minute: {
    schema: Count,
    meaning: "Also bounds the reading of source assets, counted apart.",
  },
  usage_summary_per_minute: { schema: Count },
  billing_events_per_minute: { schema: Count },
  source_url_fetch_per_minute: { schema: Count },
  max_concurrent_jobs: { schema: Count, meaning: "Jobs that may be in flight at once." },
} satisfies FieldsOf<View["rate_limits"]>);

export const UsageSummary = resource({
  access: { schema: access },
  billing_period: {
    schema: resource({
      start_at: { schema: DateTime },
      end_at: { schema: DateTime, meaning: "The next period's start." },
    } satisfies FieldsOf<View["billing_period"]>),
  },
  plans: {
    schema: v.array(PlanOfPeriod),
    meaning:
      "The plans of the period, oldest first: one, unless it changed within the period. The last one counts.",
    since: "1.1.0",
  },
  plans_recorded: {
    schema: v.boolean(),
    meaning: "False if the period is older than the record of its plan: then it is the plan in force now.",
    since: "1.1.0",
  },
  usage: { schema: usage },
  jobs: { schema: jobs },
  rate_limits: { schema: rateLimits, meaning: "The limits in force for the organization." },
} satisfies FieldsOf<View>);
export type UsageSummary = v.InferOutput<typeof UsageSummary>;
