import { isRecord } from '../../ui/is-record.ts'
import { nameByTime, untitledName } from '../../ui/shown-name.ts'

/** A recording on this device that is not in the service yet. Plain JSON, so snake_case. */
export type Marker = { at_seconds: number; label: string }

export type DraftRecording = {
  id: string
  /** As a person typed it; empty where nobody did. */
  name: string
  project_id: string
  /** ISO 8601. */
  started_at: string
  /** Two: the microphone on the left, the computer's sound on the right. */
  channels: 1 | 2
  mime_type: string
  /** The length when the draft was last saved. */
  seconds: number
  /** As typed. */
  notes: string
  /** When each line of the notes was begun, in recorded seconds; null where nobody knows. */
  line_times: (number | null)[]
  markers: Marker[]
  /** Whether a copy with an index exists, which a player needs for seeking. */
  is_seekable: boolean
  /** The id of the resulting recording, once the service has the sound. */
  content_id: string | null
}

/** How drafts are stored: one folder each, with `sound`, two slots and, later, `seekable`. */
export type Layout = { folder: string; slots: readonly string[]; lock: string }

export const layout: Layout = {
  folder: 'draft-recordings',
  slots: ['draft-a.json', 'draft-b.json'],
  lock: 'earshot.draft.',
}

/**
 * The layout of older versions, which called drafts "takes". Such drafts are still offered and
 * submitted. May be removed in 0.2.
 */
export const oldLayout: Layout = {
  folder: 'recordings',
  slots: ['take-a.json', 'take-b.json'],
  lock: 'earshot.take.',
}

/** A draft is written to two slots alternately: if a crash tears one, the other is intact. */
export type Slot = { edition: number; draft: DraftRecording }

/** The newest complete slot; null if there is none. */
export function newestSlot(texts: readonly string[]): Slot | null {
  const whole = texts.flatMap((text) => readSlot(text) ?? [])
  return whole.toSorted((a, b) => b.edition - a.edition)[0] ?? null
}

function readSlot(text: string): Slot | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value)) return null
    // Slots of the old layout contain `take`.
    const draft = value['draft'] ?? value['take']
    // Drafts of older versions have no times of lines.
    const whole = isRecord(draft) ? { line_times: [], ...draft } : draft
    const slot = { edition: value['edition'], draft: whole }
    return isSlot(slot) ? slot : null
  } catch {
    return null // torn by a crash, or never written
  }
}

// Only this module writes slots, so checking the outer shape tells whether one is complete.
const isSlot = (slot: { edition: unknown; draft: unknown }): slot is Slot =>
  typeof slot.edition === 'number' && isRecord(slot.draft)

const endings: Record<string, string> = { webm: 'webm', ogg: 'ogg', mp4: 'm4a' }

/** What the page calls a draft. */
export const draftName = ({ name, started_at: begun }: DraftRecording): string =>
  name.trim() || nameByTime(new Date(begun))

/** A file name for a draft: its name without the characters that file systems reject. */
export function fileNameOf({
  name,
  started_at: begun,
  mime_type,
}: Pick<DraftRecording, 'name' | 'started_at' | 'mime_type'>): string {
  const kind = /^audio\/(\w+)/.exec(mime_type)?.[1] ?? 'webm'
  const plain = name
    .replaceAll(/(\d):(?=\d)/g, '$1.')
    .replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${plain.slice(0, 180) || untitledName(new Date(begun))}.${endings[kind] ?? kind}`
}
