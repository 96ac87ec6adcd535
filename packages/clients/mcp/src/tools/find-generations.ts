import * as v from "valibot";
import { ListedJob, lineOf, listedJobOf, statuses } from "../job.ts";
import { cursor, limit, moreOf } from "../paging.ts";
import { tool } from "../tool.ts";

const moment = (what: string) =>
  v.exactOptional(
    v.pipe(v.string(), v.isoTimestamp(), v.description(`${what}, such as 2026-11-21T09:00:00Z.`)),
  );

const Input = v.strictObject({
  status: v.exactOptional(v.pipe(v.picklist(statuses), v.description("Only jobs in this state now."))),
  reference: v.exactOptional(
    v.pipe(v.string(), v.maxLength(200), v.description("Only jobs with exactly this reference.")),
  ),
  listing: v.exactOptional(v.pipe(v.string(), v.maxLength(100), v.description("Only jobs of this listing."))),
  created_from: moment("Only jobs created then or later"),
  created_to: moment("Only jobs created before then"),
  limit,
  cursor,
});
const Output = v.object({ generations: v.array(ListedJob), next_cursor: v.nullable(v.string()) });

export const findGenerations = tool(
  "find_generations",
  {
    title: "Find jobs",
    description:
      "Lists the organization's jobs, newest first, by state, reference, listing or time of creation. Without pictures: get_generation " +
      "shows those.",
    input: Input,
    output: Output,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async (input, { staging }, context) => {
    const { items, next_cursor } = await staging.generations.page(input, {
      signal: context.mcpReq.signal,
    });
    const lines = items.length > 0 ? items.map(lineOf) : ["No job fits on this page."];
    const text = [...lines, ...moreOf(next_cursor)].join("\n");
    const structuredContent = { generations: items.map(listedJobOf), next_cursor };
    return { content: [{ type: "text" as const, text }], structuredContent };
  },
);
