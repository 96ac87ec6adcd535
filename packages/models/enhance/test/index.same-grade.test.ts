import { existingPython } from "@image-staging/diffusion/environment";
import { compareGrades } from "@image-staging/diffusion/same-grade";
import { describe, expect, test } from "vitest";

const python = existingPython();

/** Without the container's Python environment, `npm test -w packages/models/diffusion` compares them. */
describe.skipIf(python === undefined)("the specification of pro_capture", () => {
  test("gives the same picture in this package and in the diffusion container, within one level", async () => {
    const compared = await compareGrades(python ?? "");
    expect(compared.filter(({ largest, mean }) => largest > 1 || mean > 0.01)).toEqual([]);
    for (const { homographies } of compared) expect(homographies[1]).toEqual(homographies[0]);
    expect(compared.find(({ name }) => name === "leaning")?.homographies[0]).not.toBeNull();
  }, 180_000);
});
