/** Clock times as transcripts write them. */
import { mostSeconds } from './imported-transcript.ts'

/** `0:12`, `01:02:03`, `00:00:12.345`, `100:00:00,5`; each part is bounded. */
export const clockPattern = String.raw`(?:\d{1,4}:)?\d{1,3}:\d{1,2}(?:[.,]\d{1,9})?`
const clock = /^(?:(\d{1,4}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,9}))?$/

/** Seconds; undefined for what is no time, or one beyond any meeting. */
export function toSeconds(text: string): number | undefined {
  const parts = clock.exec(text)
  if (!parts) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = parts
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${fraction}`)
  return total <= mostSeconds ? Math.round(total * 1000) / 1000 : undefined
}
