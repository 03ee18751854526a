import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import type { Model } from '../../service/engine/models/catalogue.ts'

export type ModelHost = {
  /** For EARSHOT_MODELS_MIRROR. */
  url: string
  /** The Range header of each request, or null. */
  ranges: (string | null)[]
  /** How the next requests are answered; left out, whole and with ranges. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | null
  stop: () => Promise<void>
}

/** A server of one file, at any path, on this machine. */
export async function startModelHost(content: Uint8Array): Promise<ModelHost> {
  const server = createServer((request, response) => {
    host.ranges.push(request.headers.range ?? null)
    if (host.answer) return host.answer(request, response)
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const range = `bytes ${from}-${content.length - 1}/${content.length}`
    if (from > 0) response.writeHead(206, { 'content-range': range })
    response.end(content.subarray(from))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const host: ModelHost = {
    url: `http://127.0.0.1:${port}`,
    ranges: [],
    answer: null,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return host
}

/** A model that the owner of a data folder approved, and what its file should hold. */
export function listedModel(id: string, content: Uint8Array, change: Partial<Model> = {}): Model {
  return {
    id,
    kind: 'speech-to-text',
    name: `Model ${id}`,
    file: `${id}.bin`,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    licence: 'MIT',
    sources: [{ kind: 'url', url: `https://models.example.org/files/${id}.bin` }],
    languages: ['multilingual'],
    memory_bytes: 1_000_000,
    recommended_ram_bytes: 1_000_000,
    ...change,
  }
}

/** Puts models beside those of the catalogue, as an import does. */
export async function listModels(dataDir: string, models: readonly Model[]): Promise<void> {
  await mkdir(path.join(dataDir, 'models'), { recursive: true })
  await writeFile(path.join(dataDir, 'models/imported.json'), JSON.stringify({ models }))
}
