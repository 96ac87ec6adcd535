import * as v from "valibot";
import { Day } from "../day.ts";
import { answers, type Operation } from "../operation.ts";
import type { UsageSummary } from "../published/resources/usage-summary.ts";

export const GetUsageSummary = {
  operationId: "getUsageSummary",
  method: "GET",
  path: "/api/v1/usage/summary",
  scope: "billing",
  counter: { name: "usage_summary", limit: "usage_summary_per_minute" },
  query: v.strictObject({ period: v.optional(Day) }),
  answer: answers<UsageSummary>(),
} as const satisfies Operation;
