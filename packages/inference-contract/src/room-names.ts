import names from "../room-names.json" with { type: "json" };
import { type RoomType, roomTypes } from "./vocabulary.ts";

/** What a room is called: a room type, or what no room type says. */
export type RoomName = RoomType | "Conservatory" | "Room";

/** Words of one language: what says a room, what does if nothing else in the name does, what stands beside, and what no name has. */
interface Language {
  says: Readonly<Record<string, string>>;
  alone: Readonly<Record<string, string>>;
  beside: string;
  not: string;
}
const languages: readonly Language[] = Object.values(names);

/** What a word says. Nothing, if it only stands beside others, or if no name has it. */
interface Meaning {
  names: readonly RoomName[];
  how: "says" | "alone" | "beside" | "not";
}

/** The longest phrase of the table, in words. */
const longestPhrase = 5;
/** Words of fewer letters are codes of plans: they count alone, and single letters as capitals. */
const leastLetters = 3;
/** From this length on, one letter may differ. */
const leastAlike = 6;
/** Han and kana, whose words have no spaces between. */
const han = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

const isRoomName = (name: string): name is RoomName =>
  name === "Room" || name === "Conservatory" || roomTypes.some((type) => type === name);

/** Small letters without accents, as plans and readers leave them out. */
const folded = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/æ/g, "ae")
    .replace(/ø/g, "o")
    .replace(/[łı]/g, (letter) => (letter === "ł" ? "l" : "i"))
    .replace(/đ/g, "d")
    .normalize("NFD")
    .replace(/\p{M}/gu, "");

/** A word as it is spelled without its two dots or its ring: Kueche, Koekken. */
const spelledOut = (text: string): string =>
  text.replace(/[äæ]/g, "ae").replace(/[öø]/g, "oe").replace(/ü/g, "ue").replace(/å/g, "aa");

const meanings = meaningsOf();
const longWords = [...meanings].filter(
  ([word, { names }]) => word.length >= leastAlike && names.length > 0 && !han.test(word),
);
/** Words of Han and kana, the longest first. */
const hanWords = [...meanings.keys()].filter((word) => han.test(word)).sort((a, b) => b.length - a.length);

/** Each phrase without its spaces. If languages differ, the first that says a room counts. */
function meaningsOf(): ReadonlyMap<string, Meaning> {
  const all = new Map<string, Meaning>();
  for (const { says, alone, beside, not } of languages) {
    const own = new Map<string, Meaning>();
    const add = (list: string, names: readonly RoomName[], how: Meaning["how"]) => {
      for (const phrase of list.split(", ").filter(Boolean))
        for (const spelling of [phrase, spelledOut(phrase)]) {
          const word = folded(spelling).replaceAll(" ", "");
          own.set(word, { names: [...new Set([...(own.get(word)?.names ?? []), ...names])], how });
        }
    };
    add(beside, [], "beside");
    add(not, [], "not");
    for (const [name, list] of Object.entries(alone)) if (isRoomName(name)) add(list, [name], "alone");
    for (const [name, list] of Object.entries(says)) if (isRoomName(name)) add(list, [name], "says");
    for (const [word, meaning] of own) if (!all.get(word)?.names.length) all.set(word, meaning);
  }
  return all;
}

/**
 * The rooms that a name says, in its order and each once: "Kitchen / Dining Room" says two, "Bedroom 2" and "WOHNZIMMER" one,
 * "Zimmer 3" a Room, "2nd floor" none. Numbers, accents and capitals do not matter, and one wrong letter of six does not.
 * The words are in room-names.json, by language.
 */
export function roomNamesIn(text: string): RoomName[] {
  const { known, codes, unknown } = readingOf(text);
  const saying = known.filter(({ how }) => how === "says").length;
  const isText = unknown > saying + 1 || known.some(({ how }) => how === "not");
  if (isText) return [];
  const isCode = unknown === 0 && known.every(({ names }) => names.length === 0);
  return isCode ? saidBy(codes) : saidBy(known, unknown === 0);
}

/** What the words of a name mean, codes apart, and how many of them are not known. */
function readingOf(text: string): { known: Meaning[]; codes: Meaning[]; unknown: number } {
  const words = wordsOf(text);
  const known: Meaning[] = [];
  const codes: Meaning[] = [];
  let unknown = 0;
  for (let i = 0; i < words.length; ) {
    const { meaning, count } = meaningAt(words, i);
    const phrase = words.slice(i, i + count).join("");
    if (!meaning) unknown += phrase.length > 1 ? 1 : 0;
    else if (phrase.length >= leastLetters || han.test(phrase)) known.push(meaning);
    else if (phrase.length > 1 || text.includes(phrase.toUpperCase())) codes.push(meaning);
    i += count;
  }
  return { known, codes, unknown };
}

/** The names of what says a room; else of what does alone, if all words are known; else the general ones. */
function saidBy(meanings: readonly Meaning[], areAllKnown = true): RoomName[] {
  const strong = meanings.filter(({ how }) => how === "says").flatMap(({ names }) => names);
  const all = meanings.flatMap(({ names }) => names);
  const [weak, general] = [all.filter((name) => name !== "Room"), all.filter((name) => name === "Room")];
  return [...new Set([strong, areAllKnown ? weak : [], general].find((names) => names.length > 0))];
}

/** The room type that a name says first; undefined if it says none. */
export const roomTypeOf = (text: string): RoomType | undefined => firstTypeOf(roomNamesIn(text));

/** The same of a file's name, where a room stands among any other words: "elm street 5 first floor bedroom 2". */
export const roomTypeOfFile = (name: string): RoomType | undefined =>
  roomTypeOf(name) ?? firstTypeOf(saidBy(readingOf(name).known, false));

const firstTypeOf = (names: readonly RoomName[]): RoomType | undefined =>
  names.find((name): name is RoomType => name !== "Room" && name !== "Conservatory");

/** Words of letters, folded. Digits and marks part them; apostrophes do not, and among letters 0 is O and 1 is I. */
const wordsOf = (text: string): string[] =>
  folded(text)
    .replace(/(?<=\p{L})0(?=\p{L})/gu, "o")
    .replace(/(?<=\p{L}\.?)1(?=\.?\p{L})/gu, "i")
    .replace(/['’`´]/g, "")
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|\p{L}+/gu)
    ?.flatMap((word) => (han.test(word) ? hanWordsIn(word) : [word])) ?? [];

/** The known words of a run of Han and kana. */
function hanWordsIn(run: string): string[] {
  const word = hanWords.find((known) => run.includes(known));
  if (!word) return [run];
  const [before = "", ...after] = run.split(word);
  return [before, word, after.join(word)].flatMap((part) =>
    part === word ? [word] : part ? hanWordsIn(part) : [],
  );
}

/** What the words from a place on say, and how many of them: the longest phrase that is known. */
function meaningAt(words: readonly string[], from: number): { meaning: Meaning | undefined; count: number } {
  for (let count = Math.min(longestPhrase, words.length - from); count > 0; count--) {
    const meaning = meanings.get(words.slice(from, from + count).join(""));
    if (meaning) return { meaning, count };
  }
  const word = words[from] ?? "";
  return { meaning: compound(word) ?? alike(word), count: 1 };
}

/** What a word says that is made of known ones: MASTERBEDROOM, Elternschlafzimmer. */
function compound(word: string): Meaning | undefined {
  for (let cut = word.length - leastLetters; cut >= leastLetters; cut--) {
    const first = meanings.get(word.slice(0, cut));
    if (!first) continue;
    const rest = word.slice(cut);
    const second = meanings.get(rest) ?? compound(rest);
    if (!second) continue;
    const isStrong = first.how === "says" || second.how === "says";
    return { names: saidBy([first, second]), how: isStrong ? "says" : "alone" };
  }
  return undefined;
}

/** What a word says that differs in one letter from a known one. */
const alike = (word: string): Meaning | undefined => longWords.find(([known]) => isAlike(word, known))?.[1];

/** Whether at most one letter is replaced, lost or added between two words. */
function isAlike(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end <= 1;
}
