import { readKeyFile } from './installation-secret.ts'
import { createLog } from './core/log.ts'
import { deriveKeys, fingerprintOf, seal, unseal, type Keys } from './core/secrets.ts'
import type { Sql, Tx } from './db/database.ts'
import { OtherKey, selectFingerprint, updateFingerprint } from './db/installation-key.ts'
import { isOfThisVersion } from './db/migrate.ts'
import { openServerDatabase } from './db/open-server-database.ts'
import { countProcesses } from './db/process-lease.ts'
import {
  countSealed,
  lockSealed,
  nameOf,
  readSealed,
  replaceSealed,
  sealedColumns,
  type SealedColumn,
  type SealedValue,
} from './db/sealed-columns.ts'

export type Rotation = {
  /** `refused`: nothing was changed, as there is something that the old key does not open. */
  state: 'exchanged' | 'exchanged_before' | 'refused'
  /** How many values of each column are sealed with the new key. */
  sealed: { column: string; count: number }[]
  /** What the old key does not open, and stays as it is. */
  unreadable: { column: string; id: string }[]
}

type Given = {
  databaseUrl: string
  /** The files of the key that the database is sealed with, and of the one that it is to be sealed with. */
  keyFile: string
  newKeyFile: string
  leavesUnreadable: boolean
}

/**
 * Seals everything in the database with another key, in one transaction: a kill leaves the one or the other. Throws
 * while a process works on the database, which would go on to seal with the old key.
 */
export async function rotateKey(given: Given): Promise<Rotation> {
  const [secret, newSecret] = [
    await readKeyFile(given.keyFile),
    await readKeyFile(given.newKeyFile),
  ]
  const url = given.databaseUrl
  const db = await openServerDatabase({ url, connections: 3, log: createLog('silent') })
  try {
    if (!(await isOfThisVersion(db))) throw new Error(otherVersion)
    const known = await selectFingerprint(db.sql)
    if (known === fingerprintOf(newSecret))
      return { state: 'exchanged_before', sealed: [], unreadable: [] }
    if (known !== fingerprintOf(secret)) throw new OtherKey()
    // Before the lock as well, which would hold up those that run.
    await requireNobody(db.sql)
    const keys = { from: deriveKeys(secret), to: deriveKeys(newSecret) }
    return await db.transaction(
      async (tx) => {
        await lockSealed(tx)
        await requireNobody(tx)
        const rotation = await sealAll(tx, keys)
        if (rotation.unreadable.length > 0 && !given.leavesUnreadable)
          throw new Unreadable(rotation)
        await updateFingerprint(tx, fingerprintOf(newSecret))
        return rotation
      },
      { isolation: 'read committed' },
    )
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { state: 'refused', sealed: [], unreadable: error.rotation.unreadable }
  } finally {
    await db.close()
  }
}

const otherVersion =
  'The database is that of another version: use the one that last ran on it, or start this one on it first.'

/** Takes back what the transaction did. */
class Unreadable extends Error {
  readonly rotation: Rotation

  constructor(rotation: Rotation) {
    super('There is something that the old key does not open.')
    this.rotation = rotation
  }
}

async function requireNobody(handle: Sql): Promise<void> {
  const count = await countProcesses(handle)
  if (count === 0) return
  throw new Error(
    `${count === 1 ? 'A process works' : `${count} processes work`} on the database: stop all of them first. One that ` +
      'was killed counts until its lease runs out (EARSHOT_LEASE_SECONDS, 30).',
  )
}

type FromTo = { from: Keys; to: Keys }

async function sealAll(tx: Tx, keys: FromTo): Promise<Rotation> {
  const rotation: Rotation = { state: 'exchanged', sealed: [], unreadable: [] }
  for (const column of sealedColumns) {
    const { count, unreadable } = await sealColumn(tx, column, keys)
    rotation.sealed.push({ column: nameOf(column), count })
    rotation.unreadable.push(...unreadable.map((id) => ({ column: nameOf(column), id })))
  }
  return rotation
}

async function sealColumn(tx: Tx, column: SealedColumn, { from, to }: FromTo) {
  const [oldKey, newKey] = [from[column.key], to[column.key]]
  const unreadable: string[] = []
  let count = 0
  for await (const page of readSealed(tx, column)) {
    /** By the row, as the database answers in any order. */
    const texts = new Map<string, string>()
    const values: SealedValue[] = []
    for (const { id, sealed } of page) {
      const text = open(oldKey, sealed)
      if (text === null) unreadable.push(id.join(' '))
      else {
        texts.set(JSON.stringify(id), text)
        values.push({ id, sealed: seal(newKey, text) })
      }
    }
    const stored = await replaceSealed(tx, column, values)
    const isKept = stored.every(
      ({ id, sealed }) => open(newKey, sealed) === texts.get(JSON.stringify(id)),
    )
    if (!isKept || stored.length !== texts.size) throw new Error(notKept)
    count += stored.length
  }
  if ((await countSealed(tx, column)) !== count + unreadable.length) throw new Error(notKept)
  return { count, unreadable }
}

const notKept = 'The database has not what was written to it; nothing was changed.'

function open(key: Buffer, sealed: string): string | null {
  try {
    return unseal(key, sealed)
  } catch {
    return null
  }
}
