import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBlobs, type Blobs } from '../../service/blobs/blobs.ts'
import { newId } from '../../service/core/ids.ts'
import { deriveLibraryKeys, newLibraryKey } from '../../service/encryption/library-key.ts'
import { perChange } from '../support/nightly.ts'
import { createRandom } from './ledger.ts'

// A kill while recordings are sealed, or made plain again: each can be read, and the next run ends it.
const kills = Number(process.env['EARSHOT_KILLS'] ?? perChange(6, 200))
const seed = Number(process.env['EARSHOT_KILL_SEED'] ?? Date.now() % 1_000_000)
const entry = path.join(import.meta.dirname, '../support/convert-recordings.ts')
const libraryKey = newLibraryKey()
const keys = deriveLibraryKeys(libraryKey)
const count = 24

let dataDir = ''
const hashes = new Map<string, string>()

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-conversion-'))
  const blobs = open(null)
  for (let made = 0; made < count; made++) {
    const id = newId('cont')
    const bytes = randomBytes(200_000 + made * 1000)
    hashes.set(id, createHash('sha256').update(bytes).digest('hex'))
    const expected = { bytes: bytes.length, describe: async () => sidecarOf(id) }
    await blobs.receive(id, Readable.from([bytes]), expected)
  }
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const open = (withKeys: typeof keys | null): Blobs =>
  createBlobs({ dataDir, keys: withKeys, freeBytes: async () => Infinity })

const sidecarOf = (id: string) => ({
  format: 1 as const,
  id,
  project: { id: newId('proj'), name: 'Interviews' },
  filename: 'call.wav',
  content_type: 'audio/wav',
  size_bytes: 1,
  sha256: null,
  source: 'recording' as const,
  created_at: '2026-11-21T09:30:00.000Z',
})

type Form = 'sealed' | 'plain'

/** Kills the conversion after so many milliseconds; true where it had ended before. */
async function convert(form: Form, killAfterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [entry, dataDir, libraryKey.toString('hex'), form], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  await once(child.stdout, 'data')
  await Promise.race([pause(killAfterMs), exited])
  child.kill('SIGKILL')
  await exited
  return said.includes('ends')
}

async function expectReadable(blobs: Blobs): Promise<void> {
  const signal = new AbortController().signal
  for (const [id, hash] of hashes) expect(await blobs.hash(id, signal), id).toBe(hash)
  for (const id of hashes.keys()) expect(await blobs.stat(id)).not.toBeNull()
}

test(`after ${kills} kills at random moments every recording can be read`, async () => {
  process.stderr.write(`EARSHOT_KILL_SEED=${seed}\n`)
  const random = createRandom(seed)
  let form: Form = 'sealed'
  let between = 0
  for (let round = 0; round < kills; round++) {
    const hasEnded = await convert(form, random.between(0, 250))
    const blobs = open(keys)
    await expectReadable(blobs)
    await blobs.settle(hashes.keys())
    await expectReadable(blobs)
    const { recordings = 0, sealed = 0 } = (await blobs.conversion?.count()) ?? {}
    expect(recordings).toBe(count)
    if (sealed > 0 && sealed < count) between++
    // Goes on from where it was killed, and turns where it is done.
    if (hasEnded) form = form === 'sealed' ? 'plain' : 'sealed'
  }
  process.stderr.write(`${between} of ${kills} kills found it half done\n`)
  await convert('sealed', 60_000)
  await expectReadable(open(keys))
  expect(await open(keys).conversion?.count()).toEqual({ recordings: count, sealed: count })
  await convert('plain', 60_000)
  await expectReadable(open(null))
  const names = await readdir(path.join(dataDir, 'recordings'))
  expect(names.length).toBe(2 * count)
  for (const name of names.filter((one) => one.endsWith('.json'))) {
    const text = await readFile(path.join(dataDir, 'recordings', name), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ filename: 'call.wav' })
  }
}, 600_000)
