/** A line of CSV (RFC 4180). Nothing is quoted that need not be. */
export const csvLine = (values: readonly (string | number | boolean | null | undefined)[]): string =>
  `${values.map(csvValue).join(",")}\n`;

/**
 * Text that begins like a formula gets an apostrophe in front, as OWASP advises: a partner chooses its references, and
 * spreadsheets would carry them out. Numbers are not text.
 */
function csvValue(value: string | number | boolean | null | undefined): string {
  if (typeof value !== "string") return String(value ?? "");
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
