import { readStored } from '../../ui/read-stored.ts'
import { offersComputerSound, type SourceOptions } from './capture.ts'

const storageName = 'earshot.recorder'

export type RememberedOptions = SourceOptions & { projectId: string | null }

/** The options of the last recording in this browser. */
export function rememberedOptions(): RememberedOptions {
  const stored = readStored(storageName)
  return {
    deviceId: textOf(stored['deviceId']),
    projectId: textOf(stored['projectId']),
    hasEchoCancellation: stored['hasEchoCancellation'] !== false,
    hasComputerSound: stored['hasComputerSound'] === true && offersComputerSound(),
  }
}

export function rememberOptions(options: RememberedOptions): void {
  localStorage.setItem(storageName, JSON.stringify(options))
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
