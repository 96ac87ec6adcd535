import type { Label } from "./labels.ts";
import { namedBy } from "./names.ts";
import type { Lettering } from "./reader.ts";

/** The reader is surer of words in a script that it knows: of Latin 0.97 on average, of Cyrillic and Greek 0.8 to 0.88. */
const known = 0.9;
/** So many doubtful words are text, and so many times as many as named rooms are most of it. */
const [fewest, most] = [4, 2];

/**
 * Whether there is text that cannot be read: in a script that the reader does not know (Cyrillic, Greek, Hebrew, Arabic, Hangul),
 * or too small.
 */
export function isTextUnread({ words, unread }: Lettering, labels: readonly Label[]): boolean {
  const doubtful = words.filter(
    ({ text, confidence }) => confidence < known && /\p{L}{3}/u.test(text) && !namedBy(text).isRoom,
  );
  const count = doubtful.length + unread.length;
  return count >= fewest && count > most * labels.filter(({ isRoom }) => isRoom).length;
}
