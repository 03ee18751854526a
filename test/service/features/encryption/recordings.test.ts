import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { day } from '../../../../service/core/time.ts'
import { createLog } from '../../../../service/core/log.ts'
import { deriveLibraryKeys, newLibraryKey } from '../../../../service/encryption/library-key.ts'
import { sealRecordings } from '../../../../service/features/encryption/seal-recordings.ts'
import { scrubMedia } from '../../../../service/features/content/media-state.ts'
import { exportLibrary } from '../../../../service/recovery/export.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { readable, scriptedTranscriber, spoken } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'
import { fetchChecked } from '../../../support/own-document.ts'
import { recordingFile } from '../../../support/recordings.ts'
import { zoom } from '../imports/files.ts'

const libraryKeys = deriveLibraryKeys(newLibraryKey())
/** What the engine got to read, and where it lay. */
const recognized: { file: string; bytes: Buffer }[] = []
let app: TestApp
let projectId: string
beforeAll(async () => {
  const transcriber = scriptedTranscriber(async ({ audioPath: file }, options) => {
    recognized.push({ file, bytes: await readFile(file) })
    await options.onReadable?.(readable)
    return spoken()
  })
  app = await startTestApp({ libraryKeys, transcriber })
  projectId = (await givenProject(app, { name: 'Merger talks' })).id
})
afterAll(() => app.stop())

const secret = 'the bytes that nobody else may have; '
const newBytes = () => Buffer.concat([Buffer.from(secret.repeat(4000)), randomBytes(1000)])
const itemOf = (id: string) => `/v1/projects/${projectId}/content/${id}`
const read = async (id: string) => (await app.call('GET', itemOf(id))).body.data

async function given(bytes = newBytes()) {
  const id = await givenRecording(app, projectId, { filename: 'Merger with Acme.wav', bytes })
  return { id, bytes, file: recordingFile(app.deps, id) }
}

async function filesWith(words: readonly string[], folder = app.dataDir): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('/database'))
  const found: string[] = []
  for (const { parentPath, name } of files) {
    const bytes = await readFile(path.join(parentPath, name))
    if (words.some((word) => bytes.includes(word) || name.includes(word))) found.push(name)
  }
  return found
}

test('what is uploaded is played, transcribed and compared, and no file holds it', async () => {
  const { id, bytes, file } = await given()
  expect(recognized.at(-1)?.bytes).toEqual(bytes)
  expect(recognized.at(-1)?.file).not.toBe(file)
  expect(existsSync(recognized.at(-1)?.file ?? '')).toBe(false)
  const { status, size_bytes: size, media } = await read(id)
  expect({ status, size, state: media.state }).toEqual({
    status: 'completed',
    size: bytes.length,
    state: 'ok',
  })
  const whole = await fetchChecked(media.url)
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes)
  const part = await fetchChecked(media.url, { headers: { range: 'bytes=65530-65545' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 65530-65545/${bytes.length}`,
  ])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(65_530, 65_546))
  const head = await fetchChecked(media.url, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(bytes.length))
  const etag = head.headers.get('etag') ?? ''
  expect(etag).toMatch(new RegExp(`^"${bytes.length.toString(16)}-`))
  expect(await filesWith(['nobody else', 'Merger', 'Acme'])).toEqual([])
})

test('a transcript of another program is read from its sealed file', async () => {
  const bytes = new TextEncoder().encode(zoom)
  const format = { filename: 'call.vtt', content_type: 'text/vtt', bytes }
  const id = await givenRecording(app, projectId, format)
  expect(await read(id)).toMatchObject({ status: 'completed' })
  expect(await filesWith(['WEBVTT'])).toEqual([])
})

test('damage to a sealed file is damage, and it is not transcribed', async () => {
  const { id, file } = await given()
  const sealed = await readFile(file)
  sealed[70_000] = (sealed[70_000] ?? 0) ^ 1
  await writeFile(file, sealed)
  app.clock.jump(31 * day)
  await scrubMedia(app.deps)
  await app.idle()
  expect(await read(id)).toMatchObject({ media: { state: 'damaged' } })
  const before = recognized.length
  await app.call('POST', `${itemOf(id)}/reprocess`)
  await app.idle()
  expect(await read(id)).toMatchObject({ error: { code: 'media_damaged' } })
  expect(recognized.length).toBe(before)
  await app.call('DELETE', itemOf(id))
  await app.idle()
})

test('deleting removes the key, and with it the recording', async () => {
  const { id, file } = await given()
  expect(existsSync(`${file}.key`)).toBe(true)
  await app.call('DELETE', itemOf(id))
  await app.idle()
  expect([file, `${file}.key`, `${file}.json`].filter((one) => existsSync(one))).toEqual([])
})

test('recordings from before are sealed while they are used, with what describes them', async () => {
  const { id, bytes, file } = await given()
  await app.deps.blobs.conversion?.run('plain', new AbortController().signal)
  expect(await readFile(file)).toEqual(bytes)
  expect((await filesWith(['Acme'])).length).toBeGreaterThan(0)
  const url = (await read(id)).media.url
  const { etag, lastModified } = await versionOf(url)
  await sealRecordings(app.deps, new AbortController().signal)
  expect(await filesWith(['nobody else', 'Merger', 'Acme', 'WEBVTT'])).toEqual([])
  const { recordings, sealed } = (await app.deps.blobs.conversion?.count()) ?? {}
  expect(sealed).toBe(recordings)
  const whole = await fetchChecked(url)
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes)
  // A player that has begun goes on.
  expect(await versionOf(url)).toEqual({ etag, lastModified })
})

const versionOf = async (url: string) => {
  const { headers } = await fetchChecked(url, { method: 'HEAD' })
  return { etag: headers.get('etag'), lastModified: headers.get('last-modified') }
}

test('a player that leaves in the middle leaves no file open', async () => {
  const { id } = await given(randomBytes(8_000_000))
  const open = async () => {
    const names = await readdir('/proc/self/fd')
    return names.length
  }
  const before = process.platform === 'linux' ? await open() : 0
  for (let round = 0; round < 10; round++) {
    const leaving = new AbortController()
    const response = await fetch((await read(id)).media.url, { signal: leaving.signal })
    await response.body?.getReader().read()
    leaving.abort()
  }
  if (process.platform !== 'linux') return
  await vi.waitFor(async () => expect(await open()).toBeLessThan(before + 5), 5000)
})

test('what recovery exports is plain, and under the names that people know', async () => {
  const { bytes } = await given()
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-export-'))
  try {
    const report = await exportLibrary({
      ...{ dataDir: app.dataDir, folder, keys: libraryKeys, log: createLog('silent') },
      onProgress: () => {},
    })
    expect(report.recordings).toBeGreaterThan(0)
    const entries = await readdir(path.join(folder, 'recordings', 'Merger talks'))
    expect(entries.some((name) => name.endsWith('Merger with Acme.wav'))).toBe(true)
    const all = entries.map((name) =>
      readFile(path.join(folder, 'recordings', 'Merger talks', name)),
    )
    expect((await Promise.all(all)).some((one) => one.equals(bytes))).toBe(true)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
