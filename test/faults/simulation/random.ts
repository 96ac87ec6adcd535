import { createHash } from "node:crypto";

/** Numbers that look random and that a text decides: the same text gives the same numbers. */
export type Random = ReturnType<typeof randomOf>;

const digestOf = (text: string) => createHash("sha256").update(text).digest();

export function randomOf(text: string) {
  let state = digestOf(text).readUInt32LE(0);
  /** From 0 to 1, without 1 (mulberry32). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (least: number, most: number): number => least + below(most - least + 1),
    chance: (probability: number): boolean => next() < probability,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    bytes: (length: number): Buffer => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
