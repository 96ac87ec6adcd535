import * as v from "valibot";
import { isOneLine } from "../../lambdas/domain/plain-text.ts";
import { unreadableIn } from "../../lambdas/statements/coverage.ts";

/** Texts that operators type and that statements show. Messages complete a sentence that starts with the option's name. */

const inFonts = v.check(
  (text: string) => unreadableIn(text).length === 0,
  ({ input }) => `has letters that a statement's PDF cannot show: ${unreadableIn(input).join(" ")}`,
);

const sized = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, "must not be empty"),
    v.maxLength(most, `must have at most ${most} characters`),
  );

/** A text of one line. */
export const lineOf = (most: number) =>
  v.pipe(sized(most), v.check(isOneLine, "must be one line, without control characters"), inFonts);

/** A text with a semicolon between its lines, which are stored with a line feed between them. */
export const linesOf = (most: number) =>
  v.pipe(
    lineOf(most),
    v.transform((text) => text.replaceAll(/\s*;\s*/g, "\n")),
  );

export const Name = lineOf(200);

/** Why something is done, in a sentence that partners read. */
export const Reason = lineOf(500);
