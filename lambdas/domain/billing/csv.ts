import { oneLine } from "../plain-text.ts";

type Value = string | number | boolean | null | undefined;

/**
 * A line of CSV (RFC 4180), and only one: a line break or another control character within a text is a blank, so that a
 * program that reads line by line, such as awk, finds the rows of a CSV reader. Nothing is quoted that need not be.
 */
export const csvLine = (values: readonly Value[]): string => `${values.map(csvValue).join(",")}\n`;

/** What a spreadsheet takes for the start of a formula, in ASCII or full-width, whatever blanks are in front. */
const formula = /^\s*[=+\-@＝＋－＠]/u;

/**
 * Text that begins like a formula gets an apostrophe in front, as OWASP advises: a partner chooses its references, and
 * spreadsheets would carry them out. Numbers are not text.
 */
function csvValue(value: Value): string {
  if (typeof value !== "string") return String(value ?? "");
  const line = oneLine(value);
  const harmless = formula.test(line) ? `'${line}` : line;
  return /[",]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
