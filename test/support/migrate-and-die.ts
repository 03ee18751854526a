import { createLog } from '../../service/core/log.ts'
import type { Db } from '../../service/db/database.ts'
import { migrate } from '../../service/db/migrate.ts'
import { openDatabase } from '../../service/db/open-database.ts'

/**
 * Brings the database of the folder in the first argument to the newest version, and kills itself at the step
 * whose number, from 1, is the second one: `begun` (before it), `written` (before its COMMIT) or `committed`.
 */
const [, , dataDir = '', step = '', point = ''] = process.argv
const log = createLog('silent')

function withKillPoint(db: Db): Pick<Db, 'sql' | 'transaction' | 'isShared'> {
  let number = 0
  const dieAt = (name: string): void => {
    if (number === Number(step) && point === name) process.kill(process.pid, 'SIGKILL')
  }
  return {
    sql: db.sql,
    isShared: db.isShared,
    transaction: async (fn) => {
      number += 1
      dieAt('begun')
      const result = await db.transaction(async (tx) => {
        const made = await fn(tx)
        dieAt('written')
        return made
      })
      dieAt('committed')
      return result
    },
  }
}

const db = await openDatabase({ dataDir, log })
await migrate(withKillPoint(db))
await db.close()
