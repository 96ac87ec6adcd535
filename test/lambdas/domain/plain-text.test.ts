import { expect, test } from "vitest";
import { isOneLine, lineOfJson, oneLine, visible } from "../../../lambdas/domain/plain-text.ts";

/** What ends a line for some reader: Unicode's Cc, Zl and Zp. */
const breaks = ["\n", "\r", "\t", "\u000b", "\u000c", "\u001b", "\u0085", "\u009b", "\u2028", "\u2029", "\0"];

test("a text of callers is one line in documents: each control character is a blank", () => {
  for (const character of breaks) {
    expect(oneLine(`a${character}b`), JSON.stringify(character)).toBe("a b");
    expect(isOneLine(`a${character}b`)).toBe(false);
  }
  expect(oneLine("東京 – Łódź 🏠")).toBe("東京 – Łódź 🏠");
});

test("on a terminal, what steers it, ends a line or turns the direction is written as an escape", () => {
  expect(visible("a\u001b]0;owned\u0007\nb")).toBe("a\\u001b]0;owned\\u0007\\nb");
  expect(visible("\u009b2J\u202eevil\u2066\u200b\ufeff")).toBe("\\u009b2J\\u202eevil\\u2066\\u200b\\ufeff");
  expect(visible("क्\u200dष – Łódź 🏠")).toBe("क्\u200dष – Łódź 🏠");
});

test("a line of JSON has no line break for any reader, and the same value", () => {
  const value = { reference: breaks.join("x") };
  const line = lineOfJson(value);
  expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  expect(JSON.parse(line)).toEqual(value);
});
