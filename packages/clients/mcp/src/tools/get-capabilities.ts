import type { Capabilities } from "@image-staging/client";
import * as v from "valibot";
import { tool } from "../tool.ts";

const allowed = v.picklist(["required", "optional", "ignored", "refused"]);
const declined = v.nullable(v.string());

const Output = v.object({
  combinations: v.array(
    v.object({
      workflow: v.string(),
      capture_type: v.string(),
      mode: v.nullable(v.string()),
      room_types: allowed,
      style_preset: allowed,
      mask: v.nullable(v.picklist(["required", "optional", "unused"])),
      declined,
    }),
  ),
  room_types: v.array(v.object({ room_type: v.string(), declined })),
  room_families: v.array(v.object({ name: v.string(), room_types: v.array(v.string()) })),
  max_room_types: v.number(),
  style_presets: v.array(v.string()),
  disclosures: v.array(v.string()),
  pictures: v.object({
    content_types: v.array(v.string()),
    max_bytes: v.number(),
    max_mask_bytes: v.number(),
    max_pixels: v.number(),
    min_short_side: v.number(),
    max_proportion: v.number(),
    max_output_side: v.number(),
  }),
});

export const getCapabilities = tool(
  "get_capabilities",
  {
    title: "See what can be made",
    description:
      "What a request may combine (workflow, capture type, mode, rooms, style), what of it the service's model declines " +
      "and why, and what a picture may be. Read it before the first stage_picture, or if one was refused or declined.",
    input: v.strictObject({}),
    output: Output,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async (_input, { staging }, context) => {
    const able = await staging.capabilities({ signal: context.mcpReq.signal });
    const structuredContent = v.parse(Output, able);
    return { content: [{ type: "text" as const, text: linesOf(able) }], structuredContent };
  },
);

/** What can be made, a line for each combination, and what the model declines. */
export function linesOf({ combinations, room_types, pictures }: Capabilities): string {
  const made = combinations.map(({ workflow, capture_type, mode, declined: why, ...fields }) => {
    const what = [workflow, capture_type, mode].filter((part) => part !== null).join(" ");
    const takes = Object.entries(fields).flatMap(([name, rule]) =>
      rule === "required" || rule === "optional" ? [`${name} ${rule}`] : [],
    );
    return `${what}: ${why === null ? takes.join(", ") || "no rooms, no style" : `declined. ${why}`}`;
  });
  const rooms = room_types.flatMap(({ room_type, declined: why }) =>
    why === null ? [] : [`${room_type}: declined. ${why}`],
  );
  const megabytes = Math.floor(pictures.max_bytes / 2 ** 20);
  const size = `A picture has at most ${megabytes} MiB, and at least ${pictures.min_short_side} pixels on the short side.`;
  return [...made, ...rooms, size].join("\n");
}
