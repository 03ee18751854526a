import type { Client } from './generated/client/index.ts'
import * as generated from './generated/sdk.gen.ts'

type Generated = typeof generated

/** An operation of one client: resolves to the body (`data`, `meta`), rejects with EarshotError. */
type Bound<Operation extends (...options: never[]) => unknown> = (
  ...options: Parameters<Operation>
) => Promise<NonNullable<Awaited<ReturnType<Operation>>>>

/** Every operation of /v1 under its operationId. */
export type Operations = {
  [Name in Exclude<keyof Generated, 'streamEvents'>]: Bound<Generated[Name]>
}

/** The generated functions, bound to this client. */
export function bindOperations(client: Client): Operations {
  const bound = Object.entries(generated).map(([name, operation]) => [
    name,
    // Each takes options of its own; all of them accept a client.
    (options?: object) => (operation as (options: object) => unknown)({ client, ...options }),
  ])
  return Object.fromEntries(bound) as Operations // the same names, as the type above derives them
}

/** One page of records, as every list of /v1 returns it. */
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
