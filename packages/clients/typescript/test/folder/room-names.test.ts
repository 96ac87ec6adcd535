import { expect, test } from "vitest";
import { roomTypeOf } from "../../src/folder/room-names.ts";

test.each([
  ["bedroom-2", "Bedroom"],
  ["Living Room 01", "Living Room"],
  ["Küche links", "Kitchen"],
  ["Kueche", "Kitchen"],
  ["salle à manger".normalize("NFD"), "Dining Room"],
  ["Kinderzimmer", "Children's Room"],
  ["home theater", "Home Theater"],
  ["IMG_2041", undefined],
  ["360", undefined],
  ["badminton", undefined],
])("%j says %s", (name, room) => {
  expect(roomTypeOf(name)).toBe(room);
});
