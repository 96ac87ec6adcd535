import fc from "fast-check";
import type { TransactionFault } from "../transactions.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

const planAction = fc.record({
  do: fc.constant("plan" as const),
  plan: fc.record({
    name: fc.constant("plan"),
    included_units: fc.integer({ min: 0, max: 3 }),
    unit_price_micro_usd: fc.constantFrom(0, 1, 250_000, 333_333),
    overage_allowed: fc.boolean(),
    spend_cap_micro_usd: fc.constantFrom(null, 0, 333_333, 500_000, 1_000_000),
  }),
});
const which = fc.nat(7);
const crash = fc.constantFrom<TransactionFault[]>(
  [],
  [],
  ["lost_request"],
  ["lost_answer"],
  ["conflict", "conflict"],
);

/** One thing that happens. `which` chooses among the jobs it may happen to; if there is none, nothing happens. */
export const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(1, minute, day, 11 * day, 40 * day),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait_to_turn" as const), beyond: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("create" as const),
      picture: fc.nat(2),
      twice: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("regenerate" as const), which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("succeed" as const),
      which,
      outputs: fc.integer({ min: 1, max: 2 }),
      crash,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("fail" as const), which, crash }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("succeed_together" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("end_again" as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("adjust" as const),
      which,
      amount: fc.constantFrom(-1, -250_000, 333_333),
      ago: fc.nat(2),
      twice: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: planAction },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("anchor" as const), day: fc.integer({ min: 1, max: 28 }) }),
  },
);
export type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;
