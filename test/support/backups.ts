import { acceptPart, makePart } from '../../service/backup/backup-store.ts'
import { dumpTables } from '../../service/backup/dump.ts'
import { writeManifest } from '../../service/backup/manifest.ts'
import { newId } from '../../service/core/ids.ts'
import { toIso } from '../../service/core/time.ts'
import { expect } from 'vitest'
import type { Answer, TestApp } from './app.ts'

/** A backup of the service's tables as they are, made at once and without the proof of it. */
export async function givenBackup({ deps }: TestApp, at = deps.clock.now()): Promise<string> {
  const { db, config, version } = deps
  const [id, created_at] = [newId('bkp'), toIso(at)]
  const folder = await makePart(config.backupDir, id)
  const dumped = await dumpTables(db, folder, { omit: [] })
  const facts = { app_version: version, created_at, media: [], secret: null }
  await writeManifest(folder, { format: 1, ...facts, ...dumped })
  const described = { reason: 'daily', includes_media: false, completed_at: created_at } as const
  await acceptPart(config.backupDir, { id, created_at, ...described })
  return id
}

/** Makes one through the API, with the proof of it, and waits for its end. */
export async function makeBackup(
  { call, deps }: Pick<TestApp, 'call' | 'deps'>,
  body: object,
): Promise<Answer['body']> {
  const begun = await call('POST', '/v1/backups', { body })
  expect(begun.status).toBe(202)
  await expect.poll(() => deps.backupRuns.running(), { timeout: 150_000 }).toBeNull()
  return (await call('GET', `/v1/backups/${begun.body.data.id}`)).body.data
}
