import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from './core/log.ts'
import { writePrivateFile } from './core/private-file.ts'
import { second, type Clock } from './core/time.ts'
import { readVersion } from './version.ts'

/** What tells other programs on this machine where the service answers (api-choices.md 18). */
type ServiceFile = { base_url: string; pid: number; version: string; started_at: string }

/** Makes the data folder, for its owner only. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await chmod(dataDir, 0o700)
}

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
