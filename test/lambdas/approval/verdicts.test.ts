import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nothingApproved, verdicts } from "../../../lambdas/approval/verdicts.ts";

test("the inference contract explains every verdict, and no other", () => {
  const contract = readFileSync(new URL("../../../docs/inference-contract.md", import.meta.url), "utf8");
  const section = contract.slice(contract.indexOf("## What approval checks"), contract.indexOf("## Privacy"));
  const explained = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(explained.toSorted()).toEqual(Object.keys(verdicts).toSorted());
});

test("a caller reads what was wrong with the candidates, each thing once", () => {
  expect(nothingApproved(["camera_moved", "opening_changed", "camera_moved"])).toBe(
    "No picture passed approval: the camera had moved; a window, a door or another opening had changed. " +
      "Regenerating may give one that does.",
  );
});

test("a caller reads no cause if the model made nothing", () => {
  expect(nothingApproved([])).toBe("No picture passed approval. Regenerating may give one that does.");
});
