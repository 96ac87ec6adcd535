import { expect, test } from "vitest";
import { listingOf, listingRule } from "../../src/folder/listing-name.ts";

test.each([
  ["/homes/Elmstraße 5", "Elmstrasse-5"],
  ["Café des Ärzte/", "Cafe-des-Aerzte"],
  ["/homes/Küche".normalize("NFD"), "Kueche"],
  ["..hidden..", "hidden"],
  ["家", "home"],
  ["x".repeat(120), "x".repeat(100)],
])("the folder %j is the listing %s", (folder, listing) => {
  expect(listingOf(folder)).toBe(listing);
  expect(listing).toMatch(listingRule);
});
