import { expect, test } from "vitest";
import { masksOf } from "../../src/folder/masks.ts";

test("a mask belongs to the one picture of its name, and what belongs to none or to two is told", () => {
  const found = masksOf([
    ...["bedroom-2.jpg", "Küche.png", "hall.jpg", "hall.png", "mask.jpg"],
    ...["Bedroom-2.mask.PNG", "Küche.mask.webp".normalize("NFD"), "hall.mask.png", "bath.mask.png"],
  ]);
  expect(found.pictures).toEqual(["bedroom-2.jpg", "Küche.png", "hall.jpg", "hall.png", "mask.jpg"]);
  expect(Object.fromEntries(found.masks)).toEqual({
    "bedroom-2.jpg": "Bedroom-2.mask.PNG",
    "Küche.png": "Küche.mask.webp".normalize("NFD"),
  });
  expect(found.unused).toEqual(["hall.mask.png", "bath.mask.png"]);
});
