import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { declines } from "../src/declines.ts";

const partners = readFileSync(new URL("../../../../docs/jobs.md", import.meta.url), "utf8");
const section = /## What a model declines\n([^#]*)/.exec(partners)?.[1] ?? "";

test("what is always declined is what partners read", () => {
  const rooms = /rooms alone:\n(.*)\./.exec(section)?.[1]?.split(", ");
  expect(rooms?.sort()).toEqual(Object.keys(declines.roomTypes).sort());
  for (const mode of Object.keys(declines.modes)) expect(section).toContain(`\`${mode}\``);
});

test.each([...Object.entries(declines.modes), ...Object.entries(declines.roomTypes)])(
  "%s is declined in a sentence",
  (_, message) => expect(message).toMatch(/^[A-Z][ -~]{20,300}\.$/),
);
