import { existsSync } from 'node:fs'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from './core/log.ts'
import { second, type Clock } from './core/time.ts'
import { writeFlushed } from './core/write-flushed.ts'
import { openBytes, sealBytes } from './encryption/sealed-file.ts'
import type { LibraryKeys } from './encryption/library-key.ts'
import { SecretKeyUnusable } from './db/open-errors.ts'
import { readVersion } from './version.ts'

/** What tells other programs on this machine where the service answers (api-choices.md 18). */
type ServiceFile = { base_url: string; pid: number; version: string; started_at: string }

/** Makes the data folder, for its owner only. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await chmod(dataDir, 0o700)
}

/**
 * The installation's secret, made once: from it come the keys of core/secrets.ts. Throws where it is gone and
 * `mayMake` is not set: a new one would open nothing that the old one sealed (reliability.md B-6). Sealed on the disk where the
 * library is encrypted.
 */
export async function readOrMakeSecret(
  dataDir: string,
  { mayMake, libraryKeys }: { mayMake: boolean; libraryKeys: Pick<LibraryKeys, 'files'> | null },
): Promise<Buffer> {
  const file = path.join(dataDir, 'secret-key')
  const found = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (found && libraryKeys && found.length !== 32) return openSecret(libraryKeys.files, found)
  if (found && found.length !== 32) throw new SecretKeyUnusable(secretIsDamaged)
  if (!found && !mayMake) throw new SecretKeyUnusable(secretIsGone)
  const secret = found ?? randomBytes(32)
  // One that is readable in an encrypted library came from a backup of an earlier time.
  if (libraryKeys) await writePrivateFile(file, sealBytes(libraryKeys.files, secret))
  else if (!found) await writePrivateFile(file, secret)
  return secret
}

function openSecret(key: Buffer, sealed: Buffer): Buffer {
  try {
    return openBytes(key, sealed)
  } catch (error) {
    throw new SecretKeyUnusable(secretIsDamaged, { cause: error })
  }
}

const secretIsDamaged = 'The file secret-key in the data folder is damaged; restore it.'
const secretIsGone =
  'The file secret-key in the data folder is gone. It opens what the library has sealed: secrets of webhooks, ' +
  'keys of model servers. Put it back from a copy of the folder, or start once with ' +
  'EARSHOT_REPLACE_SECRET_KEY=true and set those secrets anew.'

type Announced = { baseUrl: string; sessionToken: string; clock: Clock; log: Log }

/** Announces who answers, again where somebody removes the files, until the result is called. */
export async function startAnnouncing(
  dataDir: string,
  { baseUrl, sessionToken, clock, log }: Announced,
): Promise<() => Promise<void>> {
  const version = await readVersion()
  const startedAt = clock.now().toISOString()
  const file = { base_url: baseUrl, pid: process.pid, version, started_at: startedAt }
  const announceAgain = () => announce(dataDir, file, sessionToken)
  await announceAgain()
  const forget = keepAnnounced(dataDir, announceAgain, log)
  return () => {
    forget()
    return withdraw(dataDir)
  }
}

/** `service.json` for everyone's programs, `session-token` for the owner's. */
export async function announce(dataDir: string, service: ServiceFile, sessionToken: string) {
  await writePrivateFile(path.join(dataDir, 'session-token'), sessionToken)
  await writePrivateFile(
    path.join(dataDir, 'service.json'),
    `${JSON.stringify(service, null, 2)}\n`,
  )
}

/** Announces it again whenever somebody removes one of the files; the result ends that. */
function keepAnnounced(dataDir: string, announceAgain: () => Promise<void>, log: Log): () => void {
  const look = async (): Promise<void> => {
    const files = announcing.map((name) => path.join(dataDir, name))
    if (files.every((file) => existsSync(file))) return
    await announceAgain()
    log.warn('service.json or session-token was removed and is written again')
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, 'the service could not be announced'))
  }, 2 * second)
  timer.unref()
  return () => clearInterval(timer)
}

const announcing = ['service.json', 'session-token'] as const

async function withdraw(dataDir: string): Promise<void> {
  for (const name of announcing) {
    await rm(path.join(dataDir, name), { force: true })
  }
}

/** Mode 0600, and whole or not at all: written beside, synced, renamed (reliability.md L-7). */
async function writePrivateFile(file: string, content: string | Buffer): Promise<void> {
  const part = `${file}.${randomUUID()}.part`
  await writeFlushed(part, content)
  await rename(part, file)
}

/** Removes what a killed process was writing, decoded sound too; call it as the folder's one owner. */
export async function removeUnfinishedFiles(dataDir: string): Promise<void> {
  const work = path.join(dataDir, 'work')
  for (const name of await readdir(work).catch(() => [])) {
    // An engine that was left behind may hold it open on Windows; it is ended before the next job.
    const isSound = name.startsWith('job-')
    if (isSound) await rm(path.join(work, name), { recursive: true, force: true }).catch(() => {})
  }
  for (const name of await readdir(dataDir)) {
    if (name.endsWith('.part')) await rm(path.join(dataDir, name), { force: true })
  }
}
