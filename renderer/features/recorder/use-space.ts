import { useEffect, useState } from 'react'
import { readEstimate, spaceFor, type Space } from './space.ts'

const lookMs = 15_000

/** How long a recording still fits on this device; null where the browser does not tell. */
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
