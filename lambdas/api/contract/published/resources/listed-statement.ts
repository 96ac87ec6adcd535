import * as v from "valibot";
import type { ListedStatement as View } from "../../../../domain/billing/statement.ts";
import { DateTime, type FieldsOf, nextCursor, resource } from "../field.ts";

export const ListedStatement = resource({
  number: { schema: v.string(), meaning: "The number of the statement." },
  state: {
    schema: v.picklist(["open", "closed"]),
    meaning: "Reading the statement of a period that is over closes it; listing does not.",
  },
  closed_at: { schema: v.nullable(DateTime) },
  billing_period: {
    schema: resource({
      start_at: { schema: DateTime, meaning: "Its day is what the statement is read by." },
      end_at: { schema: DateTime, meaning: "The next period's start." },
    } satisfies FieldsOf<View["billing_period"]>),
  },
  currency: { schema: v.literal("USD") },
  total_usd: {
    schema: v.number(),
    meaning: "The total of the statement; of an open one, what it would be now.",
  },
} satisfies FieldsOf<View>);

export const StatementsPage = resource({
  items: { schema: v.array(ListedStatement), meaning: "Newest first, one for each billing period." },
  next_cursor: nextCursor,
});
export type StatementsPage = v.InferOutput<typeof StatementsPage>;
