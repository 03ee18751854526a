import type { Tx } from '../../db/database.ts'
import { deleteSessionsOf } from './store.ts'

/** With another role a member signs in again: what a page shows and offers is decided when it opens. */
export const endSessionsOf = (tx: Tx, memberId: string): Promise<void> =>
  deleteSessionsOf(tx, memberId)
