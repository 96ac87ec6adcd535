import { expect, test } from "vitest";
import { readRoomsCsv } from "../../src/folder/rooms-csv.ts";

test("a line is a file, its room and perhaps its type, as spreadsheets write it", () => {
  const text =
    '\ufefffile;room;type\r\nIMG_1.jpg;Küche;\r\n"a, b.jpg",living room\nplan.png,,floorplan\n\nü.jpg\tBedroom';
  expect(Object.fromEntries(readRoomsCsv(text))).toEqual({
    "IMG_1.jpg": { room: "Kitchen" },
    "a, b.jpg": { room: "Living Room" },
    "plan.png": { capture: "floorplan" },
    "ü.jpg": { room: "Bedroom" },
  });
});

test.each([
  ["a.jpg,Cockpit", /^rooms\.csv, line 1: Cockpit is no room\. One of Living Room/],
  ["a.jpg,Kitchen\nb.jpg,Kitchen,film", /^rooms\.csv, line 2: film is none of photo/],
])("what cannot be read is named by its line: %j", (text, message) => {
  expect(() => readRoomsCsv(text)).toThrow(message);
});
