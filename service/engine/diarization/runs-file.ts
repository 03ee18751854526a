/** What one process heard of who speaks, handed to the next as a file: a line of JSON for each run. */
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { EmbeddedRun } from './embed-runs.ts'

const Line = Type.Object({
  start: Type.Number(),
  end: Type.Number(),
  people: Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)]),
  windows: Type.Array(
    Type.Object({ start: Type.Number(), end: Type.Number(), embedding: Type.String() }),
  ),
})

/** Voices are written as the bytes of their numbers: ten hours of them are 12 MB. */
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

/** Throws for a file that `writeRuns` did not write. */
export async function readRuns(file: string): Promise<EmbeddedRun[]> {
  const runs: EmbeddedRun[] = []
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const run: unknown = JSON.parse(line)
    if (!Value.Check(Line, run)) throw new Error('The file of what was heard is not one.')
    const windows = run.windows.map(({ embedding, ...window }) => {
      const bytes = new Uint8Array(Buffer.from(embedding, 'base64'))
      return { ...window, embedding: new Float32Array(bytes.buffer) }
    })
    runs.push({ ...run, windows })
  }
  return runs
}
