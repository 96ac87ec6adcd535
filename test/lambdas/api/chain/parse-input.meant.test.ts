import * as v from "valibot";
import { expect, test } from "vitest";
import { parseInput } from "../../../../lambdas/api/chain/parse-input.ts";
import { RoomType } from "../../../../lambdas/domain/vocabulary.ts";

const schema = v.strictObject({
  style_preset: v.optional(v.string()),
  room_types: v.optional(v.array(RoomType)),
  source_url: v.optional(v.string()),
  source_asset_id: v.optional(v.string()),
});
const said = (input: object) => {
  try {
    parseInput(schema, input);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
};

test("a name or value that is nearly right is answered with the right one, and not with all", () => {
  expect(said({ style: "modern" })).toBe(
    "style is not a field of this request (did you mean style_preset?).",
  );
  expect(said({ roomTypes: [] })).toBe(
    "roomTypes is not a field of this request (did you mean room_types?).",
  );
  expect(said({ room_types: ["living_room"] })).toBe(
    "room_types.0 must be one of 28 values (did you mean Living Room?).",
  );
});

test("one that could mean two, or none, is not guessed", () => {
  expect(said({ source: "x" })).toBe("source is not a field of this request.");
  expect(said({ colour: "x" })).toBe("colour is not a field of this request.");
  expect(said({ room_types: ["Nave"] })).toMatch(/^room_types.0 must be one of Living Room, Kitchen, /);
});
