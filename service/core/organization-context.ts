import { AsyncLocalStorage } from 'node:async_hooks'

const organizations = new AsyncLocalStorage<string | null>()

/**
 * Everything that `work` does, and what it starts, is for one organization: on a database server it sees the rows of no
 * other (decision 0087).
 */
export const withinOrganization = <Result>(id: string, work: () => Result): Result =>
  organizations.run(id, work)

/** What `work` does is for all organizations, also where one of them asked for it. */
export const forAllOrganizations = <Result>(work: () => Result): Result =>
  organizations.run(null, work)

/** For whom the current work is done; null, for all. */
export const currentOrganization = (): string | null => organizations.getStore() ?? null
