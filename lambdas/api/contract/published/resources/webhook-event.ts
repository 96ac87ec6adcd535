import * as v from "valibot";
import { Threshold, type thresholdView } from "../../../../domain/billing/thresholds.ts";
import type { TestEvent } from "../../../../domain/webhook/delivery.ts";
import { DateTime, type FieldsOf, resource } from "../field.ts";

type ThresholdView = ReturnType<typeof thresholdView>;

/** The `data` of the event that usage has reached a threshold. */
export const ThresholdReached = resource({
  billing_period: {
    schema: resource({
      start_at: { schema: DateTime },
      end_at: { schema: DateTime },
    } satisfies FieldsOf<ThresholdView["billing_period"]>),
  },
  limit: {
    schema: Threshold.entries.limit,
    meaning: "The allowance of the plan, in units, or its spend cap, in US dollars.",
  },
  percent: { schema: v.pipe(Threshold.entries.percent, v.integer()) },
  limit_value: { schema: v.number(), meaning: "The limit." },
  used_value: {
    schema: v.number(),
    meaning: "How much of it is used. A spend cap is used up when no further unit fits.",
  },
} satisfies FieldsOf<ThresholdView>);

/** The `data` of a test. */
export const TestSent = resource({ test_id: { schema: v.string() } } satisfies FieldsOf<
  Pick<TestEvent, "test_id">
>);
