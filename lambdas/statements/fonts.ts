import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

/** The fonts of a statement's PDF, regular and bold: packages on a laptop, next to the bundle of the function that draws it. */
export const statementFonts = [
  "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
] as const;

/** Packages with a font for scripts that Inter lacks, each as files that have some of its letters. */
export const scriptFonts = [
  "@fontsource-variable/noto-sans-hebrew",
  "@fontsource-variable/noto-sans-arabic",
  "@fontsource-variable/noto-sans-devanagari",
  "@fontsource-variable/noto-sans-thai",
  "@fontsource-variable/noto-sans-jp",
  "@fontsource-variable/noto-sans-kr",
  "@fontsource-variable/noto-sans-sc",
] as const;
export type ScriptFont = (typeof scriptFonts)[number];

/** A file of the first kind. */
export function fontFile(file: string): string {
  const besideBundle = join(import.meta.dirname, basename(file));
  return existsSync(besideBundle) ? besideBundle : createRequire(import.meta.url).resolve(file);
}

/** The folder of a package of the second kind, with its `unicode.json` and `files/`. */
export function fontFolder(font: ScriptFont): string {
  const besideBundle = join(import.meta.dirname, basename(font));
  return existsSync(besideBundle)
    ? besideBundle
    : dirname(createRequire(import.meta.url).resolve(`${font}/unicode.json`));
}
