import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { downloadFile } from '../../../../service/engine/models/download.ts'

const content = randomBytes(1_000_000)
const sha256 = createHash('sha256').update(content).digest('hex')

let folder: string
let server: Server
let ranges: (string | undefined)[]
let answer: (request: IncomingMessage, response: ServerResponse) => void

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-download-'))
  ranges = []
  answer = serveRanges
  server = createServer((request, response) => {
    ranges.push(request.headers.range)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

/** A server that can continue: 206 with Content-Range. */
function serveRanges({ headers }: IncomingMessage, response: ServerResponse): void {
  const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0)
  const range = `bytes ${from}-${content.length - 1}/${content.length}`
  if (from > 0) response.writeHead(206, { 'content-range': range })
  response.end(content.subarray(from))
}

/** Sends the file's beginning and then breaks the connection. */
function breakAfter(bytes: number) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { 'content-length': content.length })
    response.write(content.subarray(0, bytes), () => response.destroy())
  }
}

const request = (change: Partial<Parameters<typeof downloadFile>[0]> = {}) => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/model`,
    target: path.join(folder, 'model.bin'),
    bytes: content.length,
    sha256,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...change,
  }
}

test('brings a file whole, with progress, and leaves no part behind', async () => {
  const seen: number[] = []
  await downloadFile(request({ onProgress: (bytes) => seen.push(bytes) }))
  expect(await readFile(path.join(folder, 'model.bin'))).toEqual(content)
  expect(await readdir(folder)).toEqual(['model.bin'])
  expect(seen.at(-1)).toBe(content.length)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})

test('goes on where an earlier download stopped', async () => {
  await writeFile(path.join(folder, 'model.bin.part'), content.subarray(0, 400_000))
  await downloadFile(request())
  expect(ranges).toEqual(['bytes=400000-'])
  expect(await readFile(path.join(folder, 'model.bin'))).toEqual(content)
})

test('goes on by itself when the connection breaks', async () => {
  answer = (incoming, response) => {
    if (ranges.length === 1) breakAfter(300_000)(incoming, response)
    else serveRanges(incoming, response)
  }
  await downloadFile(request())
  expect(ranges[0]).toBeUndefined()
  expect(ranges[1]).toMatch(/^bytes=\d+-$/)
  expect(await readFile(path.join(folder, 'model.bin'))).toEqual(content)
})

test('begins again where the server cannot continue', async () => {
  await writeFile(path.join(folder, 'model.bin.part'), content.subarray(0, 400_000))
  answer = (_incoming, response) => response.end(content)
  await downloadFile(request())
  expect(await readFile(path.join(folder, 'model.bin'))).toEqual(content)
})

test('keeps the part when the server stays away, and says so', async () => {
  answer = breakAfter(200_000)
  await expect(downloadFile(request())).rejects.toThrow('connection broke off')
  expect(ranges).toHaveLength(3)
  expect((await stat(path.join(folder, 'model.bin.part'))).size).toBeGreaterThan(0)
})

test('a wrong hash leaves neither file nor part', async () => {
  await expect(downloadFile(request({ sha256: '0'.repeat(64) }))).rejects.toThrow('SHA-256')
  expect(await readdir(folder)).toEqual([])
})

test('refuses a file that does not fit on the disk before asking for it', async () => {
  await expect(downloadFile(request({ bytes: 1e15 }))).rejects.toThrow('too little free space')
  expect(ranges).toEqual([])
})

test('stops when it is cancelled and keeps what came', async () => {
  const stopping = new AbortController()
  answer = (_incoming, response) => {
    response.writeHead(200, { 'content-length': content.length })
    response.write(content.subarray(0, 500_000))
  }
  const onProgress = (): void => stopping.abort(new Error('enough'))
  await expect(downloadFile(request({ signal: stopping.signal, onProgress }))).rejects.toThrow(
    'enough',
  )
  expect(await readdir(folder)).toEqual(['model.bin.part'])
})
