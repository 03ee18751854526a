import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { createLog } from '../../service/core/log.ts'
import { openDatabase } from '../../service/db/database.ts'

let made: Promise<string> | undefined

/** A data folder with an empty, closed database: made once per test file, to be copied from. */
export function sharedDataFolder(): Promise<string> {
  made ??= make()
  return made
}

afterAll(async () => {
  if (made) await rm(await made, { recursive: true, force: true })
})

async function make(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-whole-'))
  const db = await openDatabase({ dataDir: folder, log: createLog('silent') })
  await db.close()
  return folder
}
