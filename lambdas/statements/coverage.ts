import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { codePointsOf } from "./code-points.ts";
import { fontFile, fontFolder, type ScriptFont, scriptFonts, statementFonts } from "./fonts.ts";

/** The file of a package that has a letter; null if Inter has it. */
export type Face = { font: ScriptFont; file: string } | null;

const once = <Value>(read: () => Value): (() => Value) => {
  let known: { value: Value } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
};

const inter = once(() => codePointsOf(readFileSync(fontFile(statementFonts[0]))));

/** The ranges of Unicode by the names of files; of these files, Inter lacks the letters. */
const Ranges = v.record(v.string(), v.string());
const ofScripts = /^(\[\d+\]|hebrew|arabic|devanagari|thai)$/;

/** Marks and joiners belong to the letter in front of them, whose font places them. */
const joining = /[\p{M}\u200c\u200d]/u;

/** Which letters of its ranges a font has: the ranges are for browsers, and name a few more. */
const letters: Record<ScriptFont, RegExp> = {
  "@fontsource-variable/noto-sans-hebrew": /\p{Script=Hebrew}/u,
  "@fontsource-variable/noto-sans-arabic":
    /(?![\u0897\ufb50-\uffff\u{10000}-\u{10ffff}])\p{Script_Extensions=Arabic}/u,
  "@fontsource-variable/noto-sans-devanagari": /[\u0900-\u097f\ua8e0-\ua8ff]/u,
  "@fontsource-variable/noto-sans-thai": /\p{Script=Thai}/u,
  "@fontsource-variable/noto-sans-jp": /./su,
  "@fontsource-variable/noto-sans-kr": /(?![\u9699\uf900-\ufaff])[\p{Script=Hangul}\p{Script=Han}]/u,
  "@fontsource-variable/noto-sans-sc": /(?![\u4db6-\u4dff\u9ff0-\u9fff\uf900-\ufaff])\p{Script=Han}/u,
};

/** The file of each letter of a font, by its code point. */
function filesOf(font: ScriptFont): Map<number, string> {
  const folder = fontFolder(font);
  const family = font.slice(font.indexOf("/") + 1);
  const subsets = v.parse(Ranges, JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")));
  const files = new Map<number, string>();
  for (const [name, ranges] of Object.entries(subsets)) {
    if (!ofScripts.test(name)) continue;
    const file = join(folder, "files", `${family}-${name.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`);
    for (const [from, to] of ranges.split(",").map(rangeOf))
      for (let codePoint = from; codePoint <= to; codePoint++) files.set(codePoint, file);
  }
  return files;
}

function rangeOf(text: string): [number, number] {
  const [from = 0, to = from] = text
    .replace("U+", "")
    .split("-")
    .map((digits) => Number.parseInt(digits, 16));
  return [from, to];
}

const files = Object.fromEntries(scriptFonts.map((font) => [font, once(() => filesOf(font))]));
const fileIn = (font: ScriptFont, codePoint: number) =>
  letters[font].test(String.fromCodePoint(codePoint)) ? files[font]?.().get(codePoint) : undefined;

const [hebrew, arabic, devanagari, thai, japanese, korean, chinese] = scriptFonts;

/** Chinese, Japanese and Korean write the same characters in different forms, so a text has one font for them. */
function fontsFor(text: string): ScriptFont[] {
  const others = [hebrew, arabic, devanagari, thai];
  if (/\p{Script=Hangul}/u.test(text)) return [...others, korean, japanese, chinese];
  const isJapanese = Array.from(text.matchAll(/\p{Script=Han}/gu)).every(
    ([character]) => fileIn(japanese, character.codePointAt(0) ?? 0) !== undefined,
  );
  return isJapanese ? [...others, japanese, chinese, korean] : [...others, chinese, japanese, korean];
}

const latin = /^[\n -~\u00a0-\u024f]*$/;

/** Whether a text has letters of other fonts, or of none. Most have not, and none of Latin letters has. */
export const isForeign = (text: string): boolean =>
  !latin.test(text) && facesOf(text).some(({ face }) => face !== null);

/** A character of a text with the file that has it; undefined if no font does. */
export type Faced = { character: string; face: Face | undefined };

/** The characters of a text and their fonts. */
export function facesOf(text: string): Faced[] {
  const fonts = once(() => fontsFor(text));
  let before: Face | undefined = null;
  return Array.from(text, (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    const stays = joining.test(character) && before && files[before.font]?.().get(codePoint) === before.file;
    if (!stays) before = faceOf(codePoint, fonts);
    return { character, face: before };
  });
}

function faceOf(codePoint: number, fonts: () => ScriptFont[]): Face | undefined {
  if (codePoint === 10 || inter().has(codePoint)) return null;
  for (const font of fonts()) {
    const file = fileIn(font, codePoint);
    if (file !== undefined) return { font, file };
  }
  return undefined;
}

/** The characters of a text that a statement's PDF has no letter for. */
export const unreadableIn = (text: string): string[] => [
  ...new Set(facesOf(text).flatMap(({ character, face }) => (face === undefined ? [character] : []))),
];

/** Thai's vowel am is a ring above and a letter: the ring stands below a mark of tone (Unicode, 16.2). */
const ringBelowTone = (text: string) => text.replaceAll(/([\u0e48-\u0e4b])\u0e33/g, "\u0e4d$1\u0e32");

/** A text as a PDF can show it: what no font has is named by its code point, such as `[U+1F3E0]`. */
export const readable = (text: string): string => (latin.test(text) ? text : named(text));

const named = (text: string): string =>
  facesOf(ringBelowTone(text))
    .map(({ character, face }) =>
      face === undefined ? `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}]` : character,
    )
    .join("");
