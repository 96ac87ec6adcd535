import type { Bidi } from "bidi-js";
import bidiFactory from "bidi-js/dist/bidi.mjs";
import { type Face, facesOf } from "./coverage.ts";

/** Letters of one font and one direction, as they stand in a line from left to right. */
export type Run = { text: string; face: Face };

type Place = { character: string; face: Face; level: number };

let bidi: Bidi | undefined;

/**
 * The characters of a readable text in the order of reading, with their levels of direction (UAX #9), which are odd for those from
 * right to left. The direction of the text is the one of its first letter that has one.
 */
export function placesOf(text: string): Place[] {
  bidi ??= bidiFactory();
  const { levels } = bidi.getEmbeddingLevels(text);
  let at = 0;
  return facesOf(text).map(({ character, face = null }) => {
    const level = levels[at] ?? 0;
    at += character.length;
    return { character, face, level };
  });
}

const fileOf = (face: Face) => face?.file ?? null;

/** The runs of a line in the order in which they stand (UAX #9, L2). */
export function runsOf(line: readonly Place[]): Run[] {
  const runs: { places: Place[]; level: number }[] = [];
  for (const place of line) {
    const run = runs.at(-1);
    const [first] = run?.places ?? [];
    if (run && first && run.level === place.level && fileOf(first.face) === fileOf(place.face))
      run.places.push(place);
    else runs.push({ places: [place], level: place.level });
  }
  return standing(runs).map(({ places, level }) => ({
    text: level % 2 === 1 ? rightToLeft(places) : places.map(({ character }) => character).join(""),
    face: places[0]?.face ?? null,
  }));
}

function standing<R extends { level: number }>(runs: R[]): R[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--)
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to++;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = Math.max(from, to - 1);
    }
  return ordered;
}

/** The layout engine turns the letters of a script that is written from right to left; all else is turned here. */
function rightToLeft(places: readonly Place[]): string {
  const text = places.map(({ character }) => character);
  if (places[0]?.face) return text.join("");
  return text
    .map((character) => bidi?.getMirroredCharacter(character) ?? character)
    .reverse()
    .join("");
}

/**
 * The lines of a readable text, each no wider than `width` if its words allow it: words are what the language of the letters calls
 * so, since Chinese, Japanese and Thai have no blanks between them. A word that is too wide is divided.
 *
 * @param widthOf the width of a line's part, in the unit of `width`
 */
export function linesOf(text: string, width: number, widthOf: (places: Place[]) => number): Place[][] {
  const lines: Place[][] = [];
  let left = 0;
  for (const word of wordsOf(text, placesOf(text))) {
    const whole = widthOf(word);
    const parts = whole > width ? word.map((place) => [place]) : [word];
    for (const part of parts) {
      const wide = part === word ? whole : widthOf(part);
      const line = lines.at(-1);
      if (line && wide <= left) line.push(...part);
      else {
        lines.push([...part]);
        left = width;
      }
      left -= wide;
    }
  }
  return lines.map(withoutBlanksAtEnd);
}

const withoutBlanksAtEnd = (line: Place[]) =>
  line.slice(0, line.findLastIndex(({ character }) => character.trim() !== "") + 1);

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** The words with the signs and blanks behind each. */
function wordsOf(text: string, places: readonly Place[]): Place[][] {
  const words: Place[][] = [];
  let at = 0;
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const count = Array.from(segment).length;
    const word = places.slice(at, at + count);
    at += count;
    const before = words.at(-1);
    if (before && !isWordLike) before.push(...word);
    else words.push(word);
  }
  return words;
}
