/** What the entrance tests of this machine's models gave, so that each model takes it once. */
import { randomUUID } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { writeFlushed } from '../../core/write-flushed.ts'
import type { EntranceResult } from './entrance.ts'

/** Counted up when the test or the reading changes, so that models take it again. */
const edition = 1

const File = Type.Object({
  edition: Type.Literal(edition),
  models: Type.Record(
    Type.String(),
    Type.Object({
      isPassed: Type.Boolean(),
      checks: Type.Record(Type.String(), Type.Boolean()),
    }),
  ),
})

export type EntranceRecords = {
  /** Null where the model did not take the test. */
  read: (model: string) => Promise<EntranceResult | null>
  write: (model: string, result: EntranceResult) => Promise<void>
}

/** Records in a file, which is only a saving: one that cannot be read is begun anew. */
export function createEntranceRecords(file: string): EntranceRecords {
  const load = async (): Promise<Record<string, EntranceResult>> => {
    try {
      const written: unknown = JSON.parse(await readFile(file, 'utf8'))
      // Written below, under this edition.
      return Value.Check(File, written) ? (written.models as Record<string, EntranceResult>) : {}
    } catch {
      return {}
    }
  }
  return {
    read: async (model) => (await load())[model] ?? null,
    write: async (model, result) => {
      const models = { ...(await load()), [model]: result }
      const next = `${file}.${randomUUID()}`
      await writeFlushed(next, JSON.stringify({ edition, models }))
      await rename(next, file)
    },
  }
}
