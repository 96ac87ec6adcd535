/**
 * Texts of callers and operators where a line or a terminal reads them. Their line breaks must not make rows, and their control
 * characters must not steer anything: Unicode's Cc (C0 and C1), Zl and Zp.
 */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** The same, and invisible characters, among them those that turn the direction of what follows (UAX #9); joiners stay. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/gu;
const joiners = /[\u200c\u200d]/;

/** A text as one line, for tables, CSV and documents: each control character is a blank. */
export const oneLine = (text: string): string => text.replaceAll(controls, " ");

/** A text for a terminal: what steers it or cannot be seen is written as JSON escapes it, such as `\n` and `\u001b`. */
export const visible = (text: string): string =>
  text.replaceAll(unseen, (character) =>
    joiners.test(character) ? character : (shortEscapes[character] ?? escapeOf(character)),
  );

/** JSON in which no reader finds a line break: `JSON.stringify` leaves those beyond ASCII as they are. */
export const lineOfJson = (value: unknown): string => JSON.stringify(value).replaceAll(controls, escapeOf);

/** Whether a text is one line that steers nothing. */
export const isOneLine = (text: string): boolean => text === oneLine(text);

const shortEscapes: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const escapeOf = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");

/** A number of things: `1 billing event`, `2,000 billing events`. */
export const counted = (value: number, thing: string): string =>
  `${value.toLocaleString("en-US")} ${thing}${value === 1 ? "" : "s"}`;
