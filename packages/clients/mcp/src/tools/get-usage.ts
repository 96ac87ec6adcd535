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

/** The period, its units and its jobs in words, without numbers that say nothing. */
export function sentenceOf({ access, billing_period, usage, jobs }: UsageSummary): string {
  const [from, to] = [billing_period.start_at, billing_period.end_at].map((moment) => moment.slice(0, 10));
  const plan = access.plan === null ? "no plan" : `plan ${access.plan}`;
  const ended =
    jobs.total === 0
      ? "No job yet."
      : `${jobs.succeeded} of ${countOf(jobs.total, "job")} succeeded, ${jobs.failed} failed.`;
  return `From ${from} up to ${to}, ${plan}, access ${access.status}: ${unitsOf(usage)} ${ended}`;
}

function unitsOf({
  included,
  consumed,
  overage,
  projected_overage_amount_usd: cost,
}: UsageSummary["usage"]): string {
  const charged = cost > 0 ? `, for ${cost} USD` : "";
  if (included === 0)
    return consumed === 0 ? "no unit used." : `${countOf(consumed, "unit")} used${charged}.`;
  const used = `${consumed - overage} of ${countOf(included, "included unit")} used`;
  return overage === 0 ? `${used}.` : `${used}, and ${countOf(overage, "unit")} beyond them${charged}.`;
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
