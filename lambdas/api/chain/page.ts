import type { Json } from "./http.ts";

/** What Lambda takes as an answer is 6 MB of JSON, in which the body is text: each of its quotes is escaped. */
const mostBytes = 5_500_000;

/** The first items of a page that fit into one answer. */
export function fitting<Item>(items: Json<Item>[]): Json<Item>[] {
  let bytes = 0;
  const tooMany = items.findIndex(({ text }) => {
    bytes += Buffer.byteLength(JSON.stringify(text));
    return bytes > mostBytes;
  });
  return tooMany < 0 ? items : items.slice(0, tooMany);
}

/** A page of a list. */
export const pageOf = <Item>(
  items: Json<Item>[],
  cursor: string | null,
): Json<{ items: Item[]; next_cursor: string | null }> => ({
  text: `{"items":[${items.map(({ text }) => text).join(",")}],"next_cursor":${JSON.stringify(cursor)}}`,
});
