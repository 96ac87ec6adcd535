import { existsSync, linkSync, rmSync, writeFileSync } from "node:fs";
import { join, parse } from "node:path";

const folded = (name: string): string => name.normalize("NFC").toLowerCase();

/**
 * The name of each file's output: its own with the style. Where two would have one name, on a disk that tells neither capitals
 * nor accents apart, their endings come in, then numbers.
 */
export function outputNames(files: readonly string[], style: string): Map<string, string> {
  const stems = files.map((file) => folded(parse(file).name));
  const taken = new Set<string>();
  return new Map(
    files.map((file) => {
      const { name, ext } = parse(file);
      const isAlone = stems.filter((stem) => stem === folded(name)).length === 1;
      const base = `${name}${isAlone ? "" : ` (${ext.slice(1).toLowerCase()})`}-${style}`;
      const free = freeName(base, ".jpg", (candidate) => !taken.has(folded(candidate)));
      taken.add(folded(free));
      return [file, free];
    }),
  );
}

/** The first of `base`, `base-2`, `base-3` … that is free. */
export function freeName(base: string, ending: string, isFree: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const name = `${base}${number === 1 ? "" : `-${number}`}${ending}`;
    if (isFree(name)) return name;
  }
}

/** Writes a new file, whole or not at all; false if there is one of that name: nothing is overwritten. */
export function writeNew(folder: string, name: string, content: Uint8Array | string): boolean {
  const [target, part] = [join(folder, name), join(folder, `.${name}.part`)];
  writeFileSync(part, content);
  try {
    linkSync(part, target);
    return true;
  } catch (error) {
    if (existsSync(target)) return false;
    // A disk without hard links, such as a USB stick's.
    if (!(error instanceof Error && "code" in error)) throw error;
    writeFileSync(target, content, { flag: "wx" });
    return true;
  } finally {
    rmSync(part, { force: true });
  }
}

/** Writes a file under the first free name, and gives that. */
export function writeUnderFreeName(
  folder: string,
  base: string,
  ending: string,
  content: Uint8Array | string,
): string {
  for (;;) {
    const name = freeName(base, ending, (candidate) => !existsSync(join(folder, candidate)));
    if (writeNew(folder, name, content)) return name;
  }
}
