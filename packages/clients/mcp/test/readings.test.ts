import * as v from "valibot";
import { expect, test } from "vitest";
import { callerFields, idempotencyKey, jobId, mode, rooms, style, waitSeconds } from "../src/inputs.ts";
import { meantBy, strangersIn } from "../src/readings.ts";

const Input = v.strictObject({
  job_id: jobId,
  mode: v.exactOptional(mode),
  room_types: v.exactOptional(rooms),
  style_preset: v.exactOptional(style),
  pictures: v.optional(v.boolean(), true),
  ...callerFields,
  idempotency_key: idempotencyKey,
  wait_seconds: waitSeconds(),
});
/** What a tool gets of a field that a host sends; undefined if it counts as left out, or what is wrong. */
const read = (name: string, value: unknown) => {
  const meant = meantBy(Input.entries, { job_id: "job_1", [name]: value });
  const { success, output, issues } = v.safeParse(Input, meant);
  return success ? (meant as Record<string, unknown>)[name] && Object(output)[name] : issues[0].message;
};

test.each<[string, unknown, unknown]>([
  ["room_types", '["Living Room"]', ["Living Room"]],
  ["room_types", ' [ "Living Room", "Kitchen" ]\n', ["Living Room", "Kitchen"]],
  ["room_types", "Living Room", ["Living Room"]],
  ["room_types", "Living Room, Kitchen", ["Living Room", "Kitchen"]],
  ["room_types", ["Living Room"], ["Living Room"]],
  ["wait_seconds", "5", 5],
  ["wait_seconds", " 5.0 ", 5],
  ["pictures", "true", true],
  ["pictures", "True", true],
  ["metadata", '{"floor": 2, "name": "5"}', { floor: 2, name: "5" }],
  ["metadata", { floor: "2" }, { floor: "2" }],
  ["mode", " clean\n", "clean"],
  ["job_id", "job_1\n", "job_1"],
  ["reference", "4711", "4711"],
  ["reference", 4711, "4711"],
  ["reference", '["Living Room"]', '["Living Room"]'],
  ["reference", " listing ", " listing "],
])("%s: %j is read as %j", (name, sent, expected) => {
  expect(read(name, sent)).toEqual(expected);
});

const optional = ["mode", "room_types", "style_preset", "pictures", "disclosure", "reference", "metadata"];
test.each([...optional, "idempotency_key", "wait_seconds"])("%s that is blank counts as left out", (name) => {
  for (const blank of ["", " ", null, []]) expect(read(name, blank)).toBeUndefined();
});
test.each([
  ["room_types", "[]"],
  ["room_types", "null"],
  ["mode", "null"],
  ["wait_seconds", "null"],
])("%s: the text %s counts as left out, too", (name, sent) => {
  expect(read(name, sent)).toBeUndefined();
});

test.each<[string, unknown]>([
  ["room_types", "Stable"],
  ["room_types", "['Living Room']"],
  ["room_types", { 0: "Living Room" }],
  ["wait_seconds", "soon"],
  ["wait_seconds", "0x10"],
  ["wait_seconds", "901"],
  ["pictures", "yes"],
  ["mode", "CLEAN"],
  ["metadata", "floor 2"],
  ["job_id", ""],
  ["job_id", null],
])("%s: %j is refused", (name, sent) => {
  expect(read(name, sent)).toMatch(/^(Invalid|must be)/);
});

test("a field that a tool does not have is named, with the one that is meant", () => {
  const { entries } = v.strictObject({ picture: v.string(), mode: v.exactOptional(v.string()) });
  expect(strangersIn(entries, { path: "room.jpg" })).toBe("path is not a field: use picture.");
  expect(strangersIn(entries, { picture: "room.jpg", style: "modern" })).toBe(
    "style is not a field: the fields are picture, mode.",
  );
  expect(strangersIn(entries, { path: "", style: "" })).toBe(
    "path, style are not fields: the fields are picture, mode.",
  );
  expect(strangersIn(entries, { picture: "room.jpg" })).toBeNull();
  expect(strangersIn({}, { constructor: 1 })).toBe("constructor is not a field: the fields are none.");
});
