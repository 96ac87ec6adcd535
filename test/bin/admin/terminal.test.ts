import { afterEach, expect, test, vi } from "vitest";
import { listing, tabular, terminalFor } from "../../../bin/admin/terminal.ts";

const hostile = "flat 3\u001b]0;owned\u0007\nrow \u202etxt\u009b2J";
const escaped = "flat 3\\u001b]0;owned\\u0007\\nrow \\u202etxt\\u009b2J";
const journal = { begin: async () => undefined };
afterEach(() => vi.restoreAllMocks());

test("what callers wrote stands in a table as text, one row an entry", () => {
  expect(tabular([{ reference: hostile }, { reference: "b" }]).split("\n")).toEqual([
    "reference",
    escaped,
    "b",
  ]);
  expect(listing({ name: hostile, limits: { a: hostile } }).split("\n")).toHaveLength(2);
});

test("neither a result nor a note nor an announcement steers the terminal, as text and as JSON", async () => {
  const printed: string[] = [];
  for (const name of ["log", "error"] as const)
    vi.spyOn(console, name).mockImplementation((text) => void printed.push(String(text)));
  for (const json of [false, true]) {
    const terminal = terminalFor({ json, yes: true }, journal);
    terminal.show({ reference: hostile }, `a\n${hostile}`);
    terminal.say(hostile);
    await terminal.announce(null, [hostile]);
  }
  expect(printed.join("\n").replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u);
  expect(JSON.parse(printed[3] ?? "")).toEqual({ reference: hostile });
});
