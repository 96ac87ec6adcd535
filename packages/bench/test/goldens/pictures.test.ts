import { programs } from "@image-staging/furniture/programs";
import { roomTypes, stylePresets } from "@image-staging/inference-contract/vocabulary";
import { expect, test } from "vitest";
import hashes from "../../src/goldens/hashes.json" with { type: "json" };
import { goldens } from "../../src/goldens/pictures.ts";
import { type Kept, unmatched } from "../../src/goldens/verdicts.ts";

// `npm run goldens -w packages/bench` draws and compares all of them.
const kept: Kept = hashes;
const names = goldens(1).map(({ name }) => name);

test("every golden picture has its hashes, and no other has", () => {
  expect(unmatched(names, kept)).toEqual({ missing: [], surplus: [] });
  expect(new Set(names).size).toBe(names.length);
});

test("there is one of every furnished room type in both modes, every panorama and every plan, in every style", () => {
  const furnished = roomTypes.filter((type) => typeof programs[type] === "object");
  expect(furnished.length).toBeGreaterThan(10);
  for (const style of stylePresets) {
    const wanted = furnished.flatMap((type) => [`refurnish/${type}/${style}`, `renovate/${type}/${style}`]);
    expect(names).toEqual(expect.arrayContaining([...wanted, `panorama/${style}`, `plan/${style}`]));
  }
});
