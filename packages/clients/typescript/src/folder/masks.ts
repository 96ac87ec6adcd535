import { parse } from "node:path";

const ending = /\.mask\.(png|jpe?g|webp)$/i;
const folded = (name: string): string => name.normalize("NFC").toLowerCase();
const stemOf = (file: string): string => folded(parse(file).name);

/**
 * The mask of each picture of a folder, by the picture's file: `bedroom-2.mask.png` lies beside `bedroom-2.jpg`. `unused` are masks of
 * no picture, or of two: nobody can tell which is meant.
 */
export function masksOf(files: readonly string[]): {
  pictures: string[];
  masks: ReadonlyMap<string, string>;
  unused: string[];
} {
  const pictures = files.filter((file) => !ending.test(file));
  const named = files.filter((file) => ending.test(file));
  const masks = new Map<string, string>();
  for (const mask of named) {
    const stem = folded(mask.replace(ending, ""));
    const [first, ...others] = pictures.filter((file) => stemOf(file) === stem);
    if (first !== undefined && others.length === 0 && !masks.has(first)) masks.set(first, mask);
  }
  const used = new Set(masks.values());
  return { pictures, masks, unused: named.filter((mask) => !used.has(mask)) };
}

/** The name under which a picture's mask is found. */
export const maskName = (file: string): string => `${parse(file).name}.mask`;
