/** One page of records, as every list of /v1 answers. */
export type Page<Item> = {
  data: Item[]
  pagination: { has_more: boolean; next_cursor: string | null }
}

/**
 * Every item of a list, page after page, each fetched when it is needed.
 * @param list a list operation, such as `earshot.listContent`
 * @param options what the operation takes; `query.limit` is the size of a page
 */
export async function* listAll<Item, Options extends object>(
  list: (options: Options) => Promise<Page<Item>>,
  options?: Options & { query?: object },
): AsyncGenerator<Item, void, undefined> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: object = { limit: 100, ...options?.query, ...(cursor !== '' && { cursor }) }
    // The caller's options with one field more, which every list has.
    const page: Page<Item> = await list({ ...options, query } as unknown as Options)
    yield* page.data
    cursor = page.pagination.next_cursor
  }
}
