/** Selects the installed language model that writes on this machine. */
import { locateModel, readModels } from './models/catalogue.ts'
import type { LanguageModel } from './llama.ts'
import { machineMemory } from './models/machine.ts'

type SelectionOptions = {
  /** The model that the owner chose; if it is missing or too large, another one is used. */
  preferred?: string | null
  totalMemory?: number
}

/** Whether a model fits in memory: half of the machine's memory is reserved for everything else. */
export const fitsLanguageModel = (memoryBytes: number, totalMemory: number): boolean =>
  memoryBytes < totalMemory / 2

/**
 * The chosen model or else the largest installed one that fits in memory; null if there is none.
 */
export async function findLanguageModel(
  folders: readonly string[],
  { preferred = null, totalMemory = machineMemory() }: SelectionOptions = {},
): Promise<LanguageModel | null> {
  const fitting = (await readModels(folders))
    .filter(({ kind }) => kind === 'language-model')
    .filter(({ memory_bytes }) => fitsLanguageModel(memory_bytes, totalMemory))
    .toSorted(
      (a, b) =>
        Number(b.id === preferred) - Number(a.id === preferred) || b.memory_bytes - a.memory_bytes,
    )
  for (const { id } of fitting) {
    const found = await locateLanguageModel(folders, id)
    if (found) return found
  }
  return null
}

/** The installed language model of this id; null where it is none. */
export async function locateLanguageModel(
  folders: readonly string[],
  id: string,
): Promise<LanguageModel | null> {
  const model = (await readModels(folders)).find((one) => one.id === id)
  if (model?.kind !== 'language-model') return null
  const found = await locateModel(model, folders)
  return found ? { id, path: found.path, sha256: found.sha256 } : null
}
