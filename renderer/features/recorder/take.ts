/** A recording as it lies on this device, beside its sound. Plain JSON, so snake_case. */
export type Marker = { at_seconds: number; label: string }

export type Take = {
  id: string
  name: string
  project_id: string
  started_at: string
  /** Two: the microphone on the left, the computer's sound on the right. */
  channels: 1 | 2
  mime_type: string
  /** How long it is, as it was last written down. */
  seconds: number
  notes: string
  markers: Marker[]
  /** Whether its sound was rewritten so that a player can jump in it. */
  is_seekable: boolean
  /** The recording it became, once the service has the sound. */
  content_id: string | null
}

/** One of the two places a take is written to by turns; a torn one leaves the other. */
export type Slot = { edition: number; take: Take }

/** The newest slot that was written whole; null where none was. */
export function newestSlot(texts: readonly string[]): Slot | null {
  const whole = texts.flatMap((text) => readSlot(text) ?? [])
  return whole.toSorted((a, b) => b.edition - a.edition)[0] ?? null
}

function readSlot(text: string): Slot | null {
  try {
    const slot: unknown = JSON.parse(text)
    return isSlot(slot) ? slot : null
  } catch {
    return null // torn by a crash, or never written
  }
}

// Written by this file's own users only: its frame tells whether it is whole.
const isSlot = (value: unknown): value is Slot =>
  typeof value === 'object' &&
  value !== null &&
  'edition' in value &&
  typeof value.edition === 'number' &&
  'take' in value &&
  typeof value.take === 'object' &&
  value.take !== null

const endings: Record<string, string> = { webm: 'webm', ogg: 'ogg', mp4: 'm4a' }

/** What the file of a take is called: its name, without what file systems refuse. */
export function fileNameOf({ name, mime_type }: Pick<Take, 'name' | 'mime_type'>): string {
  const kind = /^audio\/(\w+)/.exec(mime_type)?.[1] ?? 'webm'
  const plain = name
    .replaceAll(/(\d):(?=\d)/g, '$1.')
    .replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${plain.slice(0, 180) || 'Recording'}.${endings[kind] ?? kind}`
}
