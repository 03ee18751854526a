/**
 * The interface between diarization processes: an order as the only argument,
 * everything else as files.
 */
import { Type, type Static } from 'typebox'
import { readFile, writeFile } from 'node:fs/promises'
import type { Span } from '../engine.ts'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Value } from 'typebox/value'
import type { EmbeddedRun } from './embed-runs.ts'

const Listen = Type.Object({
  /** Absent if all the speech is one person's. */
  segmentation: Type.Optional(Type.String()),
  encoder: Type.String(),
  wav: Type.String(),
  /** File with the spans of speech (`writeSpans`). */
  spans: Type.String(),
  /** The process's own share of the recording; all of it if absent. */
  share: Type.Optional(Type.Object({ start: Type.Number(), end: Type.Number() })),
})
export type Listen = Static<typeof Listen>

const Order = Type.Object({
  listen: Type.Optional(Listen),
  /** Files with the runs embedded by other processes, in chronological order (`writeRuns`). */
  runs: Type.Optional(Type.Array(Type.String())),
  /** Where to write the embedded runs. If absent, the process separates the speakers instead. */
  target: Type.Optional(Type.String()),
})
export type Order = Static<typeof Order>

export function parseOrder(text: string | undefined): Order {
  const order: unknown = JSON.parse(text ?? 'null')
  if (!Value.Check(Order, order)) throw new Error('usage: diarization-child.ts ORDER, as JSON')
  return order
}

const Spans = Type.Array(Type.Object({ start: Type.Number(), end: Type.Number() }))

/** Spans are passed as a file, because ten hours have tens of thousands. */
export async function readSpans(file: string): Promise<Span[]> {
  const spans: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (!Value.Check(Spans, spans)) throw new Error('The file of spans is malformed.')
  return spans
}

export async function writeSpans(file: string, spans: readonly Span[]): Promise<void> {
  await writeFile(file, JSON.stringify(spans))
}

const Line = Type.Object({
  start: Type.Number(),
  end: Type.Number(),
  people: Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)]),
  localSpeakers: Type.Optional(Type.Array(Type.Number())),
  isFaint: Type.Optional(Type.Literal(true)),
  windows: Type.Array(
    Type.Object({ start: Type.Number(), end: Type.Number(), embedding: Type.String() }),
  ),
})

/** Embeddings are stored as base64 of their bytes: 12 MB for ten hours of speech. */
export async function writeRuns(file: string, runs: readonly EmbeddedRun[]): Promise<void> {
  const lines = runs.map((run) => {
    const windows = run.windows.map(({ embedding, ...window }) => {
      const bytes = Buffer.from(embedding.buffer, embedding.byteOffset, embedding.byteLength)
      return { ...window, embedding: bytes.toString('base64') }
    })
    return `${JSON.stringify({ ...run, windows })}\n`
  })
  await writeFile(file, lines)
}

/** Throws if `writeRuns` did not write the file. */
export async function readRuns(file: string): Promise<EmbeddedRun[]> {
  const runs: EmbeddedRun[] = []
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const run: unknown = JSON.parse(line)
    if (!Value.Check(Line, run)) throw new Error('The file of runs is malformed.')
    const windows = run.windows.map(({ embedding, ...window }) => {
      const bytes = new Uint8Array(Buffer.from(embedding, 'base64'))
      return { ...window, embedding: new Float32Array(bytes.buffer) }
    })
    runs.push({ ...run, windows })
  }
  return runs
}
