import { expect, test } from "vitest";
import { useOf } from "../../src/read/names.ts";

test("names are known as a reader of English spells them", () => {
  expect(["Küche", "Kiiche", "Kuche"].map(useOf)).toEqual(["kitchen", "kitchen", "kitchen"]);
  expect(["Baño", "Baio", "Bano", "Bao"].map(useOf)).toEqual(["bath", "bath", "bath", "bath"]);
  expect(["Büro", "Séjour", "Bedroom"].map(useOf)).toEqual(["office", "living", "bedroom"]);
  expect(["Study", "Stud", "Studio"].map(useOf)).toEqual(["office", "office", "studio"]);
});

test("a word that names no room has no use", () => {
  expect(["First", "xy", "Total"].map(useOf)).toEqual([undefined, undefined, undefined]);
});
