import * as v from "valibot";
import { askedOf, ListedJob, listedJobOf, statuses } from "../job.ts";
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
  limit: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(200),
      v.description("How many at most. 20 if you omit it."),
    ),
    20,
  ),
  cursor: v.exactOptional(
    v.pipe(
      v.string(),
      v.description("The next_cursor of an earlier result, with the same filters, for what follows it."),
    ),
  ),
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
    const lines = items.map((job) =>
      [job.created_at, job.job_id, job.failure?.code ?? job.status, askedOf(job), job.reference ?? ""]
        .join("  ")
        .trim(),
    );
    const more = next_cursor === null ? [] : ["There are more: pass next_cursor as cursor."];
    const text = [...(lines.length > 0 ? lines : ["No job fits on this page."]), ...more].join("\n");
    const structuredContent = { generations: items.map(listedJobOf), next_cursor };
    return { content: [{ type: "text" as const, text }], structuredContent };
  },
);
