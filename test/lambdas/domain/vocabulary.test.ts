import * as contract from "@image-staging/inference-contract/vocabulary";
import { expect, test } from "vitest";
import * as domain from "../../../lambdas/domain/vocabulary.ts";

test("the contract names the same values as the service", () => {
  expect(domain).toMatchObject(contract);
  expect(Object.keys(contract).sort()).toEqual([
    "captureTypes",
    "modes",
    "roomTypes",
    "stylePresets",
    "workflows",
  ]);
});
