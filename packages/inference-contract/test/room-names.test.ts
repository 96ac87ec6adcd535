import { expect, test } from "vitest";
import { roomNamesIn, roomTypeOf, roomTypeOfFile } from "../src/room-names.ts";

test.each([
  ["Bedroom 2", "Bedroom"],
  ["W.I.C.", "Closet"],
  ["W.1.C.", "Closet"],
  ["K 2.3 x 2.2 m", "Kitchen"],
  ["L'DRY", "Laundry"],
  ["MASTER BATH", "Bathroom"],
  ["MASTER", "Bedroom"],
  ["wohnzimmer_03", "Living Room"],
  ["KÜCHE", "Kitchen"],
  ["Kueche", "Kitchen"],
  ["Elternschlafzimmer", "Bedroom"],
  ["S. à M.", "Dining Room"],
  ["RECÁMARA 1", "Bedroom"],
  ["MH", "Bedroom"],
  ["Łazienka", "Bathroom"],
  ["洋室101", "Bedroom"],
  ["卫生间B", "Bathroom"],
  ["спалня", "Bedroom"],
])("%s is a %s", (text, type) => {
  expect(roomTypeOf(text)).toBe(type);
});

test("a name can say several rooms, in its order", () => {
  expect(roomNamesIn("Kitchen / Dining Room")).toEqual(["Kitchen", "Dining Room"]);
  expect(roomNamesIn("LDK")).toEqual(["Living Room", "Kitchen", "Dining Room"]);
});

test("words that ran together, or with one wrong letter of six, are known", () => {
  expect(["MASTERBEDROOM", "Kitchn", "LIVINGROOM2"].map(roomTypeOf)).toEqual([
    "Bedroom",
    "Kitchen",
    "Living Room",
  ]);
});

test("a general word is a room of no type", () => {
  expect(["Room 3", "ZIMMER", "kamer", "Pokój 2"].map(roomNamesIn)).toEqual([
    ["Room"],
    ["Room"],
    ["Room"],
    ["Room"],
  ]);
  expect(roomTypeOf("Room 3")).toBeUndefined();
});

test("titles, totals, notes and codes among other words name no room", () => {
  const texts = [
    "First floor plan",
    "Total: 2223 sq ft, garage 400",
    "All bath fixtures by the owner",
    "IMG_2031",
    "Unit C",
  ];
  expect(texts.map(roomNamesIn)).toEqual(texts.map(() => []));
});

test.each([
  ["bedroom-2", "Bedroom"],
  ["Living Room 01", "Living Room"],
  ["Küche links", "Kitchen"],
  ["salle à manger".normalize("NFD"), "Dining Room"],
  ["elm street 5 first floor bedroom 2 final", "Bedroom"],
  ["front of house bedroom", "Bedroom"],
  ["Aussenansicht 2", "Exterior"],
  ["IMG_2041", undefined],
  ["360", undefined],
  ["badminton club house berlin", undefined],
  ["first floor", undefined],
])("a file's name %j says %s", (name, type) => {
  expect(roomTypeOfFile(name)).toBe(type);
});
