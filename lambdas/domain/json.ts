/** A number that a double does not hold exactly: `JSON.stringify` writes it as it came. */
export type ExactNumber = { readonly rawJSON: string };

// ECMAScript's "JSON.parse source text access", which Node has and TypeScript's library does not.
declare global {
  interface JSON {
    rawJSON(text: string): ExactNumber;
    isRawJSON(value: unknown): value is ExactNumber;
  }
}
type Context = { source?: string };

/**
 * Parses JSON so that `JSON.stringify` writes every value as it came: a number that a double would change (too large,
 * too exact, -0, 1.0) is kept by its text. Throws a SyntaxError if the text is not JSON.
 */
export const parseJson = (text: string): unknown =>
  JSON.parse(text, (_name, value: unknown, context?: Context) =>
    typeof value === "number" && context?.source !== undefined && String(value) !== context.source
      ? JSON.rawJSON(context.source)
      : value,
  );
