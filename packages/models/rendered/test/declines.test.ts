import { expect, test } from "vitest";
import { declines } from "../src/declines.ts";

test.each(Object.entries(declines.roomTypes))("%s is declined in a sentence", (_, message) =>
  expect(message).toMatch(/^[A-Z][ -~]{20,300}\.$/),
);
