/** Which of the installed language models answers on this machine. */
import os from 'node:os'

import { findModel, readCatalogue } from './catalogue.ts'
import type { LanguageModel } from './llama.ts'

/** The largest installed one that the machine has the memory for; null where there is none. */
export async function findLanguageModel(
  folders: readonly string[],
  totalMemory: number = os.totalmem(),
): Promise<LanguageModel | null> {
  const fitting = (await readCatalogue())
    .filter(({ kind, memory_bytes }) => kind === 'language-model' && memory_bytes < totalMemory / 2)
    .toSorted((a, b) => b.bytes - a.bytes)
  for (const { id } of fitting) {
    const found = await findModel(id, folders)
    if (found) return { id, path: found.path, sha256: found.sha256 }
  }
  return null
}
