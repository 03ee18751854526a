import { useEffect, useState } from 'react'
/** Requested bit rates per second; speech in Opus is clear at these. */
export const bitRates = { 1: 64_000, 2: 128_000 } as const

export type Space = { freeBytes: number; seconds: number; isShort: boolean }

/** The page warns when less than this is left. */
const shortSeconds = 60 * 60

/**
 * How long a recording still fits. Existing data counts twice, because the final
 * rewrite makes a copy.
 */
export function spaceFor(
  { quota = 0, usage = 0 }: StorageEstimate,
  { channels, bytes = 0 }: { channels: 1 | 2; bytes?: number },
): Space {
  const freeBytes = Math.max(0, quota - usage)
  const seconds = Math.max(0, freeBytes - bytes) / 2 / (bitRates[channels] / 8)
  return { freeBytes, seconds, isShort: seconds < shortSeconds }
}

/** The browser's estimate of the space left on this device; null if it gives none. */
async function readEstimate(): Promise<StorageEstimate | null> {
  try {
    const estimate = await navigator.storage.estimate()
    return estimate.quota === undefined ? null : estimate
  } catch {
    return null
  }
}

const lookMs = 15_000

/** How long a recording still fits on this device; null if the browser gives no estimate. */
export function useSpace(channels: 1 | 2, bytes = 0): Space | null {
  const [estimate, setEstimate] = useState<StorageEstimate | null>(null)
  useEffect(() => {
    const look = () => void readEstimate().then(setEstimate)
    look()
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [])
  return estimate && spaceFor(estimate, { channels, bytes })
}
