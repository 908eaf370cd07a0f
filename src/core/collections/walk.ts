/** Long lists: reading them page by page, and work on every item whatever happens to the others. */

/** Yields the rows of all pages. `read` returns up to `limit` rows after the given one; the last page is not full. */
export async function* walk<Row extends string | { readonly id: string }>(
  limit: number,
  read: (after: string | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after: string | undefined;
  for (;;) {
    const page = await read(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    after = typeof last === 'string' ? last : last.id;
  }
}

/** If the work fails for an item, that for the others is done before the first error is thrown. */
export async function tryEach<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
