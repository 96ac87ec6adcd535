type Page<Item> = { items: Item[]; next_cursor?: string | null };

/** Every item of a list, page by page as they are asked for. A service that had no pages gives no cursor. */
export async function* eachItem<Item, Query extends { cursor?: string }>(
  readPage: (query: Query) => Promise<Page<Item>>,
  query: Query,
): AsyncGenerator<Item, void, undefined> {
  for (let cursor = query.cursor; ; ) {
    const page = await readPage(cursor === undefined ? query : { ...query, cursor });
    yield* page.items;
    cursor = page.next_cursor ?? undefined;
    if (cursor === undefined) return;
  }
}
