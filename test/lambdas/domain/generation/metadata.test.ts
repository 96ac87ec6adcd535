import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { Metadata } from "../../../../lambdas/domain/generation/metadata.ts";
import { Reference } from "../../../../lambdas/domain/generation/reference.ts";
import { parseJson } from "../../../../lambdas/domain/json.ts";

const problem = (schema: v.GenericSchema, value: unknown) => {
  const { issues } = v.safeParse(schema, value);
  return issues?.map((issue) => [v.getDotPath(issue), issue.message]) ?? null;
};
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, i]));
const half = "\ud800";

describe("metadata", () => {
  test("has up to 20 strings, numbers, booleans and nulls, which it keeps as they are", () => {
    const values = {
      text: "Zoë",
      exact: parseJson("1.10"),
      number: -1,
      yes: true,
      none: null,
      constructor: 1,
    };
    expect(v.parse(Metadata, values)).toBe(values);
    expect(problem(Metadata, {})).toBeNull();
    expect(problem(Metadata, many(20))).toBeNull();
    expect(problem(Metadata, many(21))).toEqual([[null, "must have at most 20 properties"]]);
  });

  test.each([[null], [[]], ["text"], [undefined]])("is not %j", (value) => {
    expect(problem(Metadata, value)).toEqual([[null, "must be an object"]]);
  });

  test("names its first wrong value, and that alone", () => {
    const wrong = "must be a string, number, boolean or null";
    for (const value of [{}, [], undefined])
      expect(problem(Metadata, { good: 1, bad: value, worse: value })).toEqual([["bad", wrong]]);
    expect(problem(Metadata, { ...many(21), bad: {} })).toEqual([["bad", wrong]]);
    expect(problem(Metadata, { bad: half })).toEqual([["bad", "must be well-formed Unicode"]]);
    expect(problem(Metadata, { [half]: 1 })).toEqual([[half, "must have a name of well-formed Unicode"]]);
  });

  test("has at most 32 KiB of JSON, counted in bytes of UTF-8", () => {
    const most = 32 * 1024 - JSON.stringify({ text: "" }).length;
    expect(problem(Metadata, { text: "a".repeat(most) })).toBeNull();
    const refused = [[null, "must be at most 32768 bytes of JSON"]];
    expect(problem(Metadata, { text: "a".repeat(most + 1) })).toEqual(refused);
    expect(problem(Metadata, { text: "é".repeat(most / 2 + 1) })).toEqual(refused);
  });
});

test("a reference has at most 200 code points of well-formed Unicode", () => {
  expect(problem(Reference, "🏠".repeat(200))).toBeNull();
  expect(problem(Reference, "🏠".repeat(201))).toEqual([[null, "must have at most 200 characters"]]);
  expect(problem(Reference, half)).toEqual([[null, "must be well-formed Unicode"]]);
});

test.each([
  "1",
  "-0",
  "1.0",
  "1e2",
  "12345678901234567890",
  "0.1",
  '"1.0"',
  "[1.50,true,null]",
  '{"a":{"b":1.0}}',
])("JSON %s is written as it came", (text) => {
  expect(JSON.stringify(parseJson(text))).toBe(text);
});

test("a number that a double holds is a number, and what is no JSON is an error", () => {
  expect(parseJson('[1, 0.5, "x"]')).toEqual([1, 0.5, "x"]);
  expect(() => parseJson("{")).toThrow(SyntaxError);
});
