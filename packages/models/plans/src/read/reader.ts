import type { Picture } from "@image-staging/picture/picture";
import { type Box, heightOf, widthOf } from "./box.ts";
import { findLines } from "./detect.ts";
import { type ReadLine, readLine, type Turn } from "./recognize.ts";

/** A word, its place in pixels of the picture, and how sure the reader is, from 0 to 1. */
export interface Word extends Box {
  text: string;
  confidence: number;
  turn: Turn;
}

/** A plan's lettering: the words that were read, and lines of text that were not. */
export interface Lettering {
  words: readonly Word[];
  unread: readonly Box[];
}

/** A line is read if the reader is so sure, and not tried in another turn if it is certain. */
const [sure, certain] = [0.5, 0.9];
/** A line may be turned if it is so many times as high as wide, and must be from the second on. */
const [mayBeTurned, isTurned] = [1.5, 3];

/** Reads the lettering of a picture with PP-OCR: on this machine, without a network. */
export async function readLettering(picture: Picture): Promise<Lettering> {
  const words: Word[] = [];
  const unread: Box[] = [];
  for (const box of await findLines(picture)) {
    const { line, turn } = await readTurned(picture, box);
    if (line.confidence < sure || line.text.trim() === "") unread.push(box);
    else words.push(...wordsOf(line, box, turn));
  }
  return { words, unread };
}

/** Reads a line in the first way that the reader is certain of, else in the one that it is surest of. */
async function readTurned(picture: Picture, box: Box): Promise<{ line: ReadLine; turn: Turn }> {
  const ratio = heightOf(box) / widthOf(box);
  const [first, ...others]: [Turn, ...Turn[]] =
    ratio < mayBeTurned ? ["none"] : ratio < isTurned ? ["none", "up", "down"] : ["up", "down"];
  let best: { line: ReadLine; turn: Turn } = { line: await readLine(picture, box, first), turn: first };
  for (const turn of others) {
    if (best.line.confidence > certain) break;
    const line = await readLine(picture, box, turn);
    if (line.confidence > best.line.confidence) best = { line, turn };
  }
  return best;
}

/** A line's words with their places. */
function wordsOf({ text, at, confidence }: ReadLine, box: Box, turn: Turn): Word[] {
  const half = 0.5 / Math.max(1, at.length);
  return [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => {
    const first = [...text.slice(0, index)].length;
    const last = first + [...word].length - 1;
    const [from, to] = [Math.max(0, (at[first] ?? 0) - half), Math.min(1, (at[last] ?? 1) + half)];
    return { text: word, confidence, turn, ...partOf(box, turn, from, to) };
  });
}

/** The part of a line's box between two places along it. */
function partOf(box: Box, turn: Turn, from: number, to: number): Box {
  const [wide, high] = [widthOf(box), heightOf(box)];
  if (turn === "none") return { ...box, left: box.left + from * wide, right: box.left + to * wide };
  if (turn === "down") return { ...box, top: box.top + from * high, bottom: box.top + to * high };
  return { ...box, top: box.bottom - to * high, bottom: box.bottom - from * high };
}
