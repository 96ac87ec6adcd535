import { expect, test } from "vitest";
import { linesOf, placesOf, runsOf } from "../../../lambdas/statements/runs.ts";

/** The runs of a text as they stand, those in another font than Inter in brackets of their language. */
const standing = (text: string) =>
  runsOf(placesOf(text)).map(({ text: run, face }) => (face ? `${face.font.slice(-2)}:${run}` : run));

test("letters that are read from right to left stand so, and numbers and Latin words among them do not", () => {
  expect(standing("דירה 5")).toEqual(["5", " ", "ew:דירה"]);
  expect(standing("ref (אבג) 12 end")).toEqual(["ref (", "ew:אבג", ") ", "12", " end"]);
  expect(standing("שלום (ABC) 12")).toEqual(["12", " (", "ABC", ") ", "ew:שלום"]);
});

test("a text has one font for its Chinese characters: the Korean, the Japanese or the Chinese one", () => {
  const fonts = (text: string) => [...new Set(placesOf(text).map(({ face }) => face?.font.slice(-2)))];
  expect(fonts("大韓民國서울")).toEqual(["kr"]);
  expect(fonts("東京不動産")).toEqual(["jp"]);
  expect(fonts("北京房地产有限公司")).toEqual(["sc"]);
});

test("lines break between words, in Japanese and Thai too, and a word that is too wide is divided", () => {
  const lines = (text: string, width: number) =>
    linesOf(text, width, (places) => places.length).map((line) =>
      line.map(({ character }) => character).join(""),
    );
  expect(lines("שלום עולם טוב", 10)).toEqual(["שלום עולם", "טוב"]);
  expect(lines("กรุงเทพมหานคร สวัสดี", 14)).toEqual(["กรุงเทพมหานคร", "สวัสดี"]);
  expect(lines("東京都千代田区", 4).every((line) => line.length <= 4)).toBe(true);
  expect(lines("אבגדהוזחט", 4)).toEqual(["אבגד", "הוזח", "ט"]);
});
