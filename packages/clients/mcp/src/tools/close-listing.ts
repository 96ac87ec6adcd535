import * as v from "valibot";
import { listing } from "../inputs.ts";
import { listingEntries, sentenceOf } from "../listing.ts";
import { tool } from "../tool.ts";

const Input = v.strictObject({ listing });
const Output = v.object(listingEntries);

export const closeListing = tool(
  "close_listing",
  {
    title: "Close a listing",
    description:
      "Says that a listing has all of its pictures. It then takes no more jobs, not by regenerate either, and cannot be opened " +
      "again; its jobs go on. A listing that is closed stays as it is.",
    input: Input,
    output: Output,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  async ({ listing }, { staging }, context) => {
    const closed = await staging.listings.close(listing, { signal: context.mcpReq.signal });
    return { content: [{ type: "text" as const, text: sentenceOf(closed) }], structuredContent: closed };
  },
);
