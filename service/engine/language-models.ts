/** Which of the installed language models answers on this machine. */
import { locateModel, readModels } from './models/catalogue.ts'
import type { LanguageModel } from './llama.ts'
import { machineMemory } from './models/machine.ts'

type SelectionOptions = {
  /** The one that the owner chose; where it is not here, or is too large, another one answers. */
  preferred?: string | null
  totalMemory?: number
}

/** Whether the machine has the memory to answer with a model: half of it stays for all else. */
export const fitsLanguageModel = (memoryBytes: number, totalMemory: number): boolean =>
  memoryBytes < totalMemory / 2

/**
 * The chosen one, else the largest installed one, that the machine has the memory for; null where
 * there is none.
 */
export async function findLanguageModel(
  folders: readonly string[],
  { preferred = null, totalMemory = machineMemory() }: SelectionOptions = {},
): Promise<LanguageModel | null> {
  const fitting = (await readModels(folders))
    .filter(({ kind }) => kind === 'language-model')
    .filter(({ memory_bytes }) => fitsLanguageModel(memory_bytes, totalMemory))
    .toSorted(
      (a, b) => Number(b.id === preferred) - Number(a.id === preferred) || b.bytes - a.bytes,
    )
  for (const model of fitting) {
    const found = await locateModel(model, folders)
    if (found) return { id: model.id, path: found.path, sha256: found.sha256 }
  }
  return null
}
