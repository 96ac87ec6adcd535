import type { UsageSummary } from "@image-staging/client";
import * as v from "valibot";
import { tool } from "../tool.ts";

const Input = v.strictObject({
  period: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(/^\d{4}-\d{2}-\d{2}$/, "must be a day such as 2026-03-01"),
      v.description(
        "The first day of a billing period, such as 2026-03-01. If you omit it, the running period.",
      ),
    ),
  ),
});

const Output = v.object({
  access: v.object({ enabled: v.boolean(), status: v.string(), plan: v.nullable(v.string()) }),
  billing_period: v.object({ start_at: v.string(), end_at: v.string() }),
  usage: v.object({
    included: v.number(),
    consumed: v.number(),
    overage: v.number(),
    remaining: v.number(),
    projected_overage_amount_usd: v.number(),
  }),
  jobs: v.object({
    total: v.number(),
    succeeded: v.number(),
    failed: v.number(),
    outputs_returned: v.number(),
    regenerate_count: v.number(),
    cache_hit_count: v.number(),
  }),
});

export const getUsage = tool(
  "get_usage",
  {
    title: "Look at the usage",
    description:
      "The organization's access, plan, used and remaining units, costs beyond them, and jobs in a billing period.",
    input: Input,
    output: Output,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async (query, { staging }, context) => {
    const summary = await staging.usage.summary(query, { signal: context.mcpReq.signal });
    const { access, billing_period, usage, jobs } = summary;
    const structuredContent: v.InferOutput<typeof Output> = { access, billing_period, usage, jobs };
    return { content: [{ type: "text" as const, text: sentenceOf(summary) }], structuredContent };
  },
);

const sentenceOf = ({ access, billing_period, usage, jobs }: UsageSummary) =>
  `From ${billing_period.start_at} to ${billing_period.end_at} (plan ${access.plan ?? "none"}, access ${access.status}): ` +
  `${usage.consumed} units used, ${usage.remaining} of ${usage.included} left, ${usage.overage} beyond them for ` +
  `${usage.projected_overage_amount_usd} USD; ${jobs.succeeded} jobs succeeded, ${jobs.failed} failed.`;
