// Playback settings for all recordings, stored in this browser.
import { readStored } from '../../ui/read-stored.ts'

export type PlayerSettings = {
  speed: number
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  skipsSilence: boolean
}

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

const storageName = 'earshot.player'
const usual: PlayerSettings = { speed: 1, volume: 1, isMuted: false, skipsSilence: false }

export function readSettings(): PlayerSettings {
  const kept = readStored(storageName)
  return {
    speed: speeds.find((one) => one === kept['speed']) ?? usual.speed,
    volume: isShare(kept['volume']) ? kept['volume'] : usual.volume,
    isMuted: kept['isMuted'] === true,
    skipsSilence: kept['skipsSilence'] === true,
  }
}

export const keepSettings = (settings: PlayerSettings): void =>
  localStorage.setItem(storageName, JSON.stringify(settings))

const isShare = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1
