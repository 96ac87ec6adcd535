import * as v from "valibot";
import { listing } from "../inputs.ts";
import { ListedJob, lineOf, listedJobOf } from "../job.ts";
import { listingEntries, sentenceOf } from "../listing.ts";
import { cursor, limit, moreOf } from "../paging.ts";
import { tool } from "../tool.ts";

const Input = v.strictObject({ listing, limit, cursor });
const Output = v.object({
  ...listingEntries,
  generations: v.array(ListedJob),
  next_cursor: v.nullable(v.string()),
});

export const getListing = tool(
  "get_listing",
  {
    title: "Look at a listing",
    description:
      "A listing, the pictures of one home: how many of its jobs have ended and how, whether it is closed, and its jobs, newest " +
      "first. Without pictures: get_generation shows those.",
    input: Input,
    output: Output,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async ({ listing, ...page }, { staging }, context) => {
    const { signal } = context.mcpReq;
    const { items, next_cursor, ...found } = await staging.listings.get(listing, page, { signal });
    const text = [sentenceOf(found), ...items.map(lineOf), ...moreOf(next_cursor)].join("\n");
    const structuredContent = { ...found, generations: items.map(listedJobOf), next_cursor };
    return { content: [{ type: "text" as const, text }], structuredContent };
  },
);
