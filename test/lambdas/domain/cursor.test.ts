import { expect, test } from "vitest";
import { openCursor, sealCursor } from "../../../lambdas/domain/cursor.ts";

const partner = { organization_id: "org_1", cursor_key: "key" };
const position = "2026-03-01T00:00:00.000Z#job_1";

test("a cursor gives its position to its organization and list alone", () => {
  const cursor = sealCursor(position, partner, "jobs");
  expect(openCursor(cursor, partner, "jobs")).toBe(position);
  expect(openCursor(sealCursor(position, partner), partner)).toBe(position);
  for (const [other, scope] of [
    [{ ...partner, organization_id: "org_2" }, "jobs"],
    [{ ...partner, cursor_key: "other" }, "jobs"],
    [partner, "events"],
    [partner, ""],
  ] as const)
    expect(openCursor(cursor, other, scope)).toBeNull();
});

test("a cursor that was changed or made up gives none", () => {
  const [encoded = "", signed = ""] = sealCursor(position, partner).split(".");
  const moved = Buffer.from("2025#job_1").toString("base64url");
  for (const cursor of [
    `${moved}.${signed}`,
    `${encoded}.${signed.slice(0, -4)}`,
    `${encoded}.${signed}.`,
    `${encoded}.`,
    `.${signed}`,
    encoded,
    "",
  ])
    expect(openCursor(cursor, partner)).toBeNull();
  expect(openCursor(`.${sealCursor("", partner).split(".")[1]}`, partner), "an empty position").toBeNull();
});

test("a cursor that says the same in other characters gives none", () => {
  const [encoded = "", signed = ""] = sealCursor(position, partner).split(".");
  const last = (text: string, other: string) => text.slice(0, -1) + other;
  // Of the last character, base64url uses some of six bits: others decode to the same bytes.
  const sameBytes = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_").filter(
    (other) => Buffer.from(last(signed, other), "base64url").equals(Buffer.from(signed, "base64url")),
  );
  expect(sameBytes).toHaveLength(4);
  const written = sameBytes.map((other) => `${encoded}.${last(signed, other)}`);
  for (const cursor of [
    ...written,
    `${encoded}=.${signed}`,
    `${encoded}.${signed}=`,
    ` ${encoded}.${signed}`,
  ])
    expect(openCursor(cursor, partner), cursor).toBe(cursor === `${encoded}.${signed}` ? position : null);
});

test("a cursor without a scope is what version 1.0.0 signed", () => {
  expect(sealCursor("position", partner)).toBe("cG9zaXRpb24.jAtik3lSyUl8bIdMErCGMRHiLt7adLOw5re42R0ZvzU");
});
