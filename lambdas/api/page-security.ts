import { createHash } from "node:crypto";

/** How a content security policy names a style sheet or script that stands in the page. */
export const hashOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * The headers that protect every public page. It loads what `allowed` names, directives of a content security policy, and
 * nothing else; no site frames it, and none learns from which page its visitors come.
 */
export const securityHeaders = (allowed: string[]): Record<string, string> => ({
  "Content-Security-Policy": [
    "default-src 'none'",
    ...allowed,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
});
