import type { Capabilities } from "@image-staging/client";
import { expect, test } from "vitest";
import { linesOf } from "../../src/tools/get-capabilities.ts";

test("what can be made is a line for each combination, then what the model declines, and the size of a picture", () => {
  const able = {
    combinations: [
      {
        ...{ workflow: "staging", capture_type: "photo", mode: "refurnish" },
        ...{ room_types: "required", style_preset: "optional", declined: null },
      },
      {
        ...{ workflow: "staging", capture_type: "photo", mode: "clean" },
        ...{ room_types: "ignored", style_preset: "optional", declined: "It removes nothing." },
      },
      {
        ...{ workflow: "pro_capture", capture_type: "photo", mode: null },
        ...{ room_types: "refused", style_preset: "refused", declined: null },
      },
    ],
    room_types: [
      { room_type: "Kitchen", declined: null },
      { room_type: "Garage", declined: "It has no furniture for it." },
    ],
    pictures: { max_bytes: 52_428_800, min_short_side: 256 },
  };
  expect(linesOf(able as Capabilities).split("\n")).toEqual([
    "staging photo refurnish: room_types required, style_preset optional",
    "staging photo clean: declined. It removes nothing.",
    "pro_capture photo: no rooms, no style",
    "Garage: declined. It has no furniture for it.",
    "A picture has at most 50 MiB, and at least 256 pixels on the short side.",
  ]);
});
