/** What Lambda takes as an answer is 6 MB of JSON, in which the body is text: each of its quotes is escaped. */
const mostBytes = 5_500_000;

/** The first items of a page, as JSON, that fit into one answer. */
export function fitting(items: string[]): string[] {
  let bytes = 0;
  const tooMany = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > mostBytes;
  });
  return tooMany < 0 ? items : items.slice(0, tooMany);
}
