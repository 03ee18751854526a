/** Spans with speech, handed to a child process as a file: ten hours have tens of thousands. */
import { readFile, writeFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Span } from '../engine.ts'

const Spans = Type.Array(Type.Object({ start: Type.Number(), end: Type.Number() }))

export async function readSpans(file: string): Promise<Span[]> {
  const spans: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (!Value.Check(Spans, spans)) throw new Error('The file of spans is not one.')
  return spans
}

export async function writeSpans(file: string, spans: readonly Span[]): Promise<void> {
  await writeFile(file, JSON.stringify(spans))
}
