import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Configuration } from "../../../../lambdas/domain/generation/configuration.ts";
import {
  canonicalJson,
  configFingerprint,
  requestHash,
} from "../../../../lambdas/domain/generation/fingerprint.ts";
import { sha256Hex } from "../../../../lambdas/domain/ids.ts";
import type { Disclosure } from "../../../../lambdas/domain/vocabulary.ts";

const configuration: Configuration = {
  workflow: "staging",
  capture_type: "photo",
  mode: "refurnish",
  room_types: ["Kitchen", "Living Room"],
  style_preset: "boho",
};
const fingerprint = (
  changes: Partial<Configuration> = {},
  organization = "org_1",
  content = "aa",
  disclosure: Disclosure = "none",
  mask: string | null = null,
  listing: string | null = null,
) =>
  configFingerprint(organization, content, { ...configuration, ...changes }, { disclosure, listing }, mask);

describe("the fingerprint of a configuration", () => {
  // @contract billing-event.config_fingerprint
  test("the same picture and configuration of one organization have one fingerprint", () => {
    expect(fingerprint()).toMatch(/^cfg_[0-9a-f]{64}$/);
    expect(fingerprint({ room_types: ["Living Room", "Kitchen"] })).toBe(fingerprint());
  });

  // @contract added.15
  test("without a disclosure is what it was before there was any", () => {
    const parts = {
      organizationId: "org_1",
      contentHash: "aa",
      ...configuration,
    };
    expect(fingerprint()).toBe(`cfg_${sha256Hex(canonicalJson(parts))}`);
  });

  test("another organization, picture, workflow, capture type, mode, room, style, disclosure, mask or listing has another one", () => {
    const others = [
      fingerprint({}, "org_2"),
      fingerprint({}, "org_1", "ab"),
      fingerprint({ workflow: "pro_capture" }),
      fingerprint({ capture_type: "floorplan" }),
      fingerprint({ mode: "renovate" }),
      fingerprint({ mode: null }),
      fingerprint({ room_types: ["Kitchen"] }),
      fingerprint({ room_types: [] }),
      fingerprint({ style_preset: null }),
      fingerprint({ style_preset: "modern" }),
      fingerprint({}, "org_1", "aa", "label"),
      fingerprint({}, "org_1", "aa", "label_and_page"),
      fingerprint({}, "org_1", "aa", "none", "aa"),
      fingerprint({}, "org_1", "aa", "none", "ab"),
      fingerprint({}, "org_1", "aa", "none", null, "elm-street-5"),
      fingerprint({}, "org_1", "aa", "none", null, "elm-street-6"),
    ];
    expect(new Set([fingerprint(), ...others]).size).toBe(others.length + 1);
  });

  test("it stays what it was in earlier versions: the ledger and the approved cache hold it", () => {
    expect(fingerprint()).toBe("cfg_9c8be92306530ec07eb6ed233df45082655d70e8934ee6a2c9e89011ce38fcce");
  });
});

describe("the hash of a request", () => {
  const value = fc.jsonValue({ maxDepth: 3 });

  test("does not depend on the order of names", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (fields) => {
        const reversed = Object.fromEntries(Object.entries(fields).toReversed());
        expect(requestHash(reversed)).toBe(requestHash(fields));
      }),
    );
  });

  test("is another for other values", () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        fc.pre(canonicalJson(one) !== canonicalJson(other));
        expect(requestHash(one)).not.toBe(requestHash(other));
      }),
    );
  });

  test("is refused for what has no JSON form", () => {
    for (const nothing of [undefined, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => canonicalJson(nothing)).toThrow();
  });
});
