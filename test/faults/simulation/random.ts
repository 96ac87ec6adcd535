import { createHash } from "node:crypto";
import { randomOf as numbersOf } from "@image-staging/picture/random";

/** Numbers that look random and that a text decides: the same text gives the same numbers. */
export type Random = ReturnType<typeof randomOf>;

const digestOf = (text: string) => createHash("sha256").update(text).digest();

export function randomOf(text: string) {
  /** From 0 to 1, without 1. */
  const next = numbersOf(digestOf(text).readUInt32LE(0));
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
