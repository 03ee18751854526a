/** Which of the installed language models answers on this machine. */
import os from 'node:os'

import { locateModel, readCatalogue } from './catalogue.ts'
import type { LanguageModel } from './llama.ts'

/** The largest installed one that the machine has the memory for; null where there is none. */
export async function findLanguageModel(
  folders: readonly string[],
  totalMemory: number = os.totalmem(),
): Promise<LanguageModel | null> {
  const fitting = (await readCatalogue())
    .filter(({ kind, memory_bytes }) => kind === 'language-model' && memory_bytes < totalMemory / 2)
    .toSorted((a, b) => b.bytes - a.bytes)
  for (const model of fitting) {
    const found = await locateModel(model, folders)
    if (found) return { id: model.id, path: found.path, sha256: found.sha256 }
  }
  return null
}
