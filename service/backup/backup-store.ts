import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { keyFileOf, removeRecordingKey } from '../blobs/recording-keys.ts'
import { isId } from '../core/ids.ts'
import { writeFlushed } from '../core/write-flushed.ts'
import { fsyncFolder } from '../db/durable-fs.ts'
import { readManifest } from './manifest.ts'

const Common = {
  id: Type.String(),
  reason: Type.Union([Type.Literal('daily'), Type.Literal('manual'), Type.Literal('update')]),
  /** ISO 8601, UTC: the moment that it holds. */
  created_at: Type.String(),
  includes_media: Type.Boolean(),
}

/** `ID/backup.json`, written once the backup was proven: without it the folder is not a backup. */
const Good = Type.Object({
  ...Common,
  completed_at: Type.String(),
  recordings: Type.Integer(),
  /** Of all files; those that are a second name of a recording count as well. */
  size_bytes: Type.Integer(),
  has_secret: Type.Boolean(),
  /** Recordings in it whose bytes were compared with their hashes, and those left out because they differed. */
  compared: Type.Optional(Type.Integer()),
  damaged: Type.Optional(Type.Integer()),
})
export type Good = Static<typeof Good>

/** `ID.failed.json` */
const Failed = Type.Object({
  ...Common,
  failed_at: Type.String(),
  is_full_disk: Type.Boolean(),
})
type Failed = Static<typeof Failed>
export type Stored = Good | Failed

const [summary, failedEnding, partEnding] = ['backup.json', '.failed.json', '.part']
/** A backup that another form of it is taking the place of. */
const oldEnding = '.old'

const partOf = (folder: string, id: string): string => path.join(folder, id + partEnding)

/** All in a folder that may not be there yet, newest first: ids sort by time. */
export async function listStored(folder: string): Promise<Stored[]> {
  const names = await readdir(folder).catch(() => [])
  const found: Stored[] = []
  for (const name of names.toSorted().toReversed()) {
    const file = name.endsWith(failedEnding) ? name : path.join(name, summary)
    if (!isId('bkp', name.replace(failedEnding, ''))) continue
    const read = await readJson(path.join(folder, file))
    if (Value.Check(Good, read) || Value.Check(Failed, read)) found.push(read)
  }
  return found
}

export const isGood = (backup: Stored): backup is Good => 'completed_at' in backup

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Gives the finished part its name, in the place of what has it: from here on it is a backup. `key` opens the manifest of
 * an encrypted one.
 */
export async function acceptPart(
  folder: string,
  backup: Omit<Good, 'recordings' | 'size_bytes' | 'has_secret' | 'compared' | 'damaged'>,
  key?: Buffer,
): Promise<void> {
  const part = partOf(folder, backup.id)
  const { media, secret } = await readManifest(part, key && (async () => key))
  const good: Good = {
    ...backup,
    recordings: media.length,
    size_bytes: await sizeOf(part),
    has_secret: secret !== null,
    ...(media.some((one) => one.is_compared !== undefined) && {
      compared: media.filter((one) => one.is_compared && one.is_included).length,
      damaged: media.filter((one) => one.is_compared && !one.is_included).length,
    }),
  }
  await writeFlushed(path.join(part, summary), `${JSON.stringify(good, null, 2)}\n`)
  for (const name of await readdir(part, { withFileTypes: true })) {
    if (name.isDirectory()) fsyncFolder(path.join(part, name.name))
  }
  fsyncFolder(part)
  const target = path.join(folder, backup.id)
  const old = target + oldEnding
  if (existsSync(target)) await rename(target, old)
  await rename(part, target)
  fsyncFolder(folder)
  await rm(old, { recursive: true, force: true })
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size
  }
  return bytes
}

/** Removes what there is of a failed one, and notes that it failed unless it was only stopped. */
export async function rejectPart(
  folder: string,
  failed: Failed,
  isStopped: boolean,
): Promise<void> {
  await rm(partOf(folder, failed.id), { recursive: true, force: true })
  if (isStopped) return
  // On a full disk even this may fail; it is told in the log as well.
  await writeFile(path.join(folder, failed.id + failedEnding), JSON.stringify(failed), {
    mode: 0o600,
  }).catch(() => {})
}

export async function makePart(folder: string, id: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const part = partOf(folder, id)
  await mkdir(part, { mode: 0o700 })
  return part
}

/** The summary goes first: what a kill leaves of the rest is no backup any more. */
export async function removeStored(folder: string, id: string): Promise<void> {
  await rm(path.join(folder, id, summary), { force: true })
  await rm(path.join(folder, id), { recursive: true, force: true })
  await rm(path.join(folder, id + failedEnding), { force: true })
}

/**
 * Deletes the keys of these recordings from every backup, and with the keys the recordings themselves (decision 0081).
 * Throws where a folder that is there cannot be written to.
 */
export async function removeRecordingKeys(folder: string, ids: readonly string[]): Promise<void> {
  for (const backup of await listStored(folder)) {
    for (const id of ids) {
      const file = path.join(folder, backup.id, 'recordings', id)
      if (existsSync(keyFileOf(file))) await removeRecordingKey(file)
    }
  }
}

/** What a killed process was making or removing. Only what has a name of ours is touched. */
export async function removeUnfinishedBackups(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith(oldEnding)) continue
    const [old, id] = [path.join(folder, name), name.slice(0, -oldEnding.length)]
    if (existsSync(path.join(folder, id))) await rm(old, { recursive: true })
    else if (isId('bkp', id)) await rename(old, path.join(folder, id))
  }
  const good = new Set((await listStored(folder)).map(({ id }) => id))
  for (const name of await readdir(folder).catch(() => [])) {
    const id = name.replace(partEnding, '')
    const isUnfinished = isId('bkp', id) && (name !== id || !good.has(id))
    if (isUnfinished) await rm(path.join(folder, name), { recursive: true, force: true })
  }
}
