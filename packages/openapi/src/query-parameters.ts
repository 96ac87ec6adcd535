import * as v from "valibot";
import type { Query } from "../../../lambdas/api/contract/operation.ts";
import type { operations } from "../../../lambdas/api/contract/operations.ts";
import { inline } from "./schemas.ts";

type WithQuery = Extract<(typeof operations)[number], { query: Query }>;
type Parameter<Operation = WithQuery> = Operation extends { query: Query }
  ? keyof Operation["query"]["entries"]
  : never;

/** The descriptions of query parameters; the same name means the same everywhere. */
const meanings = {
  status: "Only jobs that are in this state now.",
  reference: "Only jobs with exactly this reference of yours.",
  created_from: "Only jobs created then or later.",
  created_to: "Only jobs created before then.",
  occurred_from: "Only events recorded then or later.",
  occurred_to: "Only events recorded before then.",
  job_id: "Only the events of this job.",
  usage_type: "Only events of this type.",
  cursor: "A `next_cursor` that was returned before; without one, the newest page.",
  period:
    "The first day of a billing period, such as `2026-03-01`: the summary of that period. Without it, of the running one.",
  limit: "How many items a page has at most.",
} satisfies Record<Parameter, string>;
const meaningOf = new Map<string, string>(Object.entries(meanings));

/** The query parameters of an operation, from the schema that parses them. */
export const queryParameters = ({ entries }: Query) =>
  Object.entries(entries).map(([name, schema]) => ({
    name,
    in: "query",
    description: meaningOf.get(name),
    schema: { ...inline(schema, "output"), ...defaultOf(schema) },
  }));

/** What an absent parameter counts as, where it has a default. */
function defaultOf(schema: v.GenericSchema): { default?: unknown } {
  const absent = v.safeParse(schema, undefined);
  return absent.success && absent.output !== undefined ? { default: absent.output } : {};
}
