import { createHash } from "node:crypto";
import { style } from "./page-style.ts";

const styleHash = createHash("sha256").update(style).digest("base64");

/**
 * The headers of a page that shows these pictures. It loads them and its own style, and nothing else; no other site frames
 * it. Nobody keeps it, because it can be revoked and its pictures' URLs expire. Search engines leave it alone: who was
 * given the picture has the address, and the home in it is somebody's.
 */
export const headersOf = (pictures: string[]): Record<string, string> => ({
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...originsOf(pictures),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "X-Robots-Tag": "noindex, noarchive, noimageindex",
});

/** Both pictures are in one bucket. */
function originsOf(pictures: string[]): string[] {
  const origins = new Set(pictures.map((picture) => new URL(picture).origin));
  return origins.size === 0 ? [] : [`img-src ${[...origins].join(" ")}`];
}
