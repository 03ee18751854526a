/** What the entrance tests of this machine's models gave, so that each model takes it once. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Type } from 'typebox'
import { readJsonFile, writeJsonFile } from '../../core/private-file.ts'
import type { EntranceResult } from './entrance.ts'

/** Counted up when the test or the reading changes, so that models take it again. */
const edition = 1

const Records = Type.Object({
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

const fileIn = (folder: string): string => path.join(folder, 'entrance-tests.json')

/** By the SHA-256 of an installed model, or the name and host of a served one. */
export async function readEntranceTests(
  folder: string,
): Promise<Readonly<Record<string, EntranceResult>>> {
  const records = await readJsonFile(Records, fileIn(folder))
  // Written below, under this edition.
  return (records?.models ?? {}) as Record<string, EntranceResult>
}

/** Records in a file, which is only a saving: one that cannot be read is begun anew. */
export function createEntranceRecords(folder: string): EntranceRecords {
  return {
    read: async (model) => (await readEntranceTests(folder))[model] ?? null,
    write: async (model, result) => {
      const models = { ...(await readEntranceTests(folder)), [model]: result }
      await mkdir(folder, { recursive: true })
      await writeJsonFile(fileIn(folder), { edition, models })
    },
  }
}
