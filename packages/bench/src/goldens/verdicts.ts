import { distance, type Hashes } from "./hash.ts";

/** The hashes of golden pictures by their names; each is `PIXELS MASK LOOK`. */
export type Kept = Readonly<Record<string, string>>;

/**
 * How many of the 768 bits of a look may differ in a picture that is meant to change a little. Noise of 4 levels, a JPEG of
 * quality 85 or 3 % less light change 14 at most, another style in the same room 36 at least. Another colour of one piece,
 * as bright against what is around it, can be less: only the bytes tell.
 */
export const allowed = 24;

/** How a picture compares with its golden one. */
export interface Verdict {
  name: string;
  differs: "nothing" | "mask" | "pixels" | "look";
  /** How many bits of the look differ. */
  bits: number;
}

export const textOf = ({ pixels, mask, look }: Hashes): string => [pixels, mask, look].join(" ");

/** What of a picture differs from what is kept of it: its look if that differs by more than is allowed. */
export function verdictOf(name: string, made: Hashes, kept: string): Verdict {
  const [pixels, mask, look = ""] = kept.split(" ");
  const bits = distance(made.look, look);
  if (bits > allowed) return { name, differs: "look", bits };
  if (made.pixels !== pixels) return { name, differs: "pixels", bits };
  return { name, differs: made.mask === mask ? "nothing" : "mask", bits };
}

/** The pictures without hashes, and the hashes without pictures: of a style or a room type that came or went. */
export function unmatched(names: readonly string[], kept: Kept): { missing: string[]; surplus: string[] } {
  const known = new Set(names);
  return {
    missing: names.filter((name) => kept[name] === undefined),
    surplus: Object.keys(kept).filter((name) => !known.has(name)),
  };
}

/** The file of hashes: a line a picture, by name. */
export const fileOf = (kept: Kept): string =>
  `${JSON.stringify(
    Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1))),
    undefined,
    2,
  )}\n`;
