import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, vi } from 'vitest'
import { removeAtExit } from './folders.ts'
import {
  copyLibrary,
  givenLibraryAtRest,
  hostLibrary,
  oneCopyAtATime,
  openService,
  type Hosted,
} from './library-host.ts'

export const passphrase = 'seven otters cross the old bridge'

/** Names in the library that `givenLibraryAtRest` makes. */
export const words = ['Interviews', 'Mary: first.wav', 'Mary: second.wav']

type EncryptedLibrary = Awaited<ReturnType<typeof makeEncryptedLibrary>>
let encrypted: Promise<EncryptedLibrary> | undefined

/** A library at rest, and the same encrypted; with what its recordings read like until then, and right afterwards. */
async function makeEncryptedLibrary() {
  const { dataDir: plain, ids } = await givenLibraryAtRest()
  const { copy: dataDir } = await copyLibrary(plain)
  for (const folder of [plain, dataDir]) removeAtExit(folder)
  const host = await hostLibrary(dataDir)
  const transcripts = await transcriptsOf(host, ids)
  const { keyId } = await openService(host)
    .deps.db.sql.selectFrom('api_keys')
    .select('id as keyId')
    .executeTakeFirstOrThrow()
  const code = await encrypt(host)
  const transcriptsAfterwards = await transcriptsOf(host, ids)
  await host.stop()
  return {
    ids,
    plain: { dataDir: plain, transcripts, keyId },
    sealed: { dataDir, code, transcripts: transcriptsAfterwards },
  }
}

/** Both of these, made once per worker, and one copy of either at a time. */
export function encryptedLibraryForTests() {
  let library: EncryptedLibrary
  beforeAll(async () => {
    encrypted ??= makeEncryptedLibrary()
    library = await encrypted
  }, 120_000)
  return {
    ...oneCopyAtATime(),
    library: () => library,
    transcripts: (running: Hosted) => transcriptsOf(running, library.ids),
  }
}

/** Null while one takes the place of the other, and nobody answers. */
export const look = (running: Hosted) =>
  running.call('GET', '/v1/encryption').then(
    ({ body: { data } }) => data,
    () => null,
  )

export async function reach(running: Hosted, state: string) {
  const isThere = async () => expect((await look(running))?.state).toBe(state)
  await vi.waitFor(isThere, { timeout: 60_000, interval: 200 })
  return look(running)
}

/** Its recovery code, once the library is open again and every recording is sealed. */
export async function encrypt(running: Hosted, body: object = {}): Promise<string> {
  const begun = await running.call('POST', '/v1/encryption', { body: { passphrase, ...body } })
  expect(begun.status).toBe(202)
  await reach(running, 'on')
  await untilSealed(running)
  return begun.body.data.recovery_code
}

/** Once the library is open: every recording is sealed with its newest key. */
export async function untilSealed(running: Hosted): Promise<void> {
  const isWhole = async () => {
    const { recordings } = (await look(running)) ?? {}
    expect(recordings?.encrypted_count).toBe(recordings?.count)
  }
  await vi.waitFor(isWhole, { timeout: 30_000, interval: 200 })
}

/** Names and words of the recordings, as the API tells them. */
async function transcriptsOf(running: Hosted, ids: readonly string[]): Promise<string> {
  const { body: listed } = await running.call('GET', '/v1/content')
  const found = new Map<string, string>(
    listed.data.map((one: { id: string; project_id: string }) => [one.id, one.project_id]),
  )
  const texts = ids.map(async (id) => {
    const address = `/v1/projects/${found.get(id)}/content/${id}`
    const { body } = await running.call('GET', `${address}?include=transcript`)
    return JSON.stringify([body.data?.filename, body.data?.transcript])
  })
  return (await Promise.all(texts)).join('\n')
}

/** Names, words and secrets of the library that any file of the folder shows. */
export async function findReadable(
  dataDir: string,
  searched: readonly string[],
): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true })
  const found: string[] = []
  for (const name of names) {
    const file = path.join(dataDir, name)
    if (!(await stat(file)).isFile()) continue
    const raw = await readFile(file)
    const bytes = name.endsWith('.gz') ? gunzipSync(raw) : raw
    for (const word of searched) {
      if (bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le')))
        found.push(`${name}: ${word}`)
    }
  }
  return found
}
