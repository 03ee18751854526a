import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { newId } from '../../service/core/ids.ts'
import { settleRecordings } from '../../service/features/orphans/settle-recordings.ts'
import type { TestApp } from './app.ts'

/** What a start does about recordings, now. */
export async function settle({ deps }: TestApp): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM organizations`.execute(deps.db.sql)
  await settleRecordings(deps, rows[0]?.id ?? '')
}

/** A recording that a start found without a row, and without a sidecar; its id. */
export async function givenOrphan(app: TestApp): Promise<string> {
  const id = newId('cont')
  await app.deps.blobs.receive(id, Readable.from([Buffer.from('sound')]), { bytes: 5 })
  await settle(app)
  return id
}
