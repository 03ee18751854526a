// How somebody listens: remembered in this browser, for all recordings.

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
  const kept = parse(localStorage.getItem(storageName))
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

/** What somebody else wrote there is as good as nothing. */
function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
