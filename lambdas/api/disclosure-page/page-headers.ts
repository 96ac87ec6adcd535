import { hashOf, securityHeaders } from "../page-security.ts";
import { style } from "./page-style.ts";

/**
 * The headers of a page that shows these pictures. It loads them and its own style, and nothing else; no other site frames
 * it. Nobody keeps it, because it can be revoked and its pictures' URLs expire. Search engines leave it alone: who was
 * given the picture has the address, and the home in it is somebody's.
 */
export const headersOf = (pictures: string[]): Record<string, string> => ({
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  ...securityHeaders([`style-src ${hashOf(style)}`, ...originsOf(pictures)]),
  "X-Robots-Tag": "noindex, noarchive, noimageindex",
});

/** Both pictures are in one bucket. */
function originsOf(pictures: string[]): string[] {
  const origins = new Set(pictures.map((picture) => new URL(picture).origin));
  return origins.size === 0 ? [] : [`img-src ${[...origins].join(" ")}`];
}
