type Page<Item> = { items: Item[]; next_cursor: string | null };

/** Every item of a list, newest first, page by page as they are asked for. */
export async function* eachItem<Item, Query extends { cursor?: string }>(
  readPage: (query: Query) => Promise<Page<Item>>,
  query: Query,
): AsyncGenerator<Item, void, undefined> {
  for (let cursor = query.cursor; ; ) {
    const page = await readPage(cursor === undefined ? query : { ...query, cursor });
    yield* page.items;
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}
