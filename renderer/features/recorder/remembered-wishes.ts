import { readStored } from '../../ui/read-stored.ts'
import { offersComputerSound, type Wishes } from './capture.ts'

const storageName = 'earshot.recorder'

type Remembered = Wishes & { projectId: string | null }

/** As it was recorded the last time here. */
export function rememberedWishes(): Remembered {
  const stored = readStored(storageName)
  return {
    deviceId: textOf(stored['deviceId']),
    projectId: textOf(stored['projectId']),
    hasEchoCancellation: stored['hasEchoCancellation'] !== false,
    hasComputerSound: stored['hasComputerSound'] === true && offersComputerSound(),
  }
}

export function rememberWishes(wishes: Remembered): void {
  localStorage.setItem(storageName, JSON.stringify(wishes))
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
