import { basename, resolve } from "node:path";

/** What the service takes as the name of a listing. */
export const listingRule = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;

/** A folder's name with the characters that a listing may have: "Elmstraße 5" is Elmstrasse-5. */
export function listingOf(folder: string): string {
  const plain = basename(resolve(folder))
    .normalize("NFC")
    .replaceAll("ß", "ss")
    .replace(/[äöüÄÖÜ]/g, (letter) => `${letter}e`)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 100);
  return plain === "" ? "home" : plain;
}
