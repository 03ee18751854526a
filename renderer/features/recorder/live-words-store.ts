import { create } from 'zustand'
import { readStored } from '../../ui/read-stored.ts'
import type { LiveLine } from './live-lines.ts'
import type { LiveEnd, LiveTranscriptionOptions } from './live-transcription.ts'

type LiveWords = {
  /** The last choice in this browser. */
  isWanted: boolean
  lines: readonly LiveLine[]
  tentative: string
  /** Why live words stopped by themselves; null if they did not. */
  end: LiveEnd | null
}

const noWords = { lines: [], tentative: '' }

const storageName = 'earshot.live-words'

/** The words of the running recording; cleared when it ends. */
export const useLiveWords = create<LiveWords>(() => ({
  isWanted: readStored(storageName)['isWanted'] !== false,
  ...noWords,
  end: null,
}))

const { getState, setState } = useLiveWords

export type LiveSource = Omit<LiveTranscriptionOptions, 'onWords' | 'onEnd'>

let source: LiveSource | null = null
/** The transcription that runs now, if any. */
let running: AbortController | null = null

/** Starts live words for this recording if they are switched on. */
export function followRecording(given: LiveSource): void {
  source = given
  setState({ ...noWords, end: null })
  if (getState().isWanted) void begin()
}

export function leaveRecording(): void {
  halt()
  source = null
  setState({ ...noWords, end: null })
}

/** Switches live words on or off, now and for future recordings. */
export function wantLiveWords(isWanted: boolean): void {
  localStorage.setItem(storageName, JSON.stringify({ isWanted }))
  setState({ isWanted, end: null })
  halt()
  if (isWanted) void begin()
}

async function begin(): Promise<void> {
  if (!source) return
  const given = source
  const { lines: before } = getState()
  const own = new AbortController()
  running = own
  // Loaded on first use, because other screens never need it.
  const { startLiveTranscription } = await import('./live-transcription.ts')
  if (own.signal.aborted) return
  const stop = startLiveTranscription({
    ...given,
    onWords: ({ lines, tentative }) => setState({ lines: [...before, ...lines], tentative }),
    // Words that lag behind would pass for what is said now.
    onEnd: (end) => setState({ ...(end.reason === 'slow' ? noWords : settleTentative()), end }),
  })
  own.signal.addEventListener('abort', stop)
}

function halt(): void {
  running?.abort()
  running = null
  setState(settleTentative())
}

/** Settles tentative words, because nothing will change them any more. */
function settleTentative(): Pick<LiveWords, 'lines' | 'tentative'> {
  const { lines, tentative } = getState()
  const last = lines.at(-1) ?? { side: null, text: '', end: 0 }
  if (tentative === '') return { lines, tentative }
  const text = `${last.text} ${tentative}`.trim()
  return { lines: [...lines.slice(0, -1), { ...last, text }], tentative: '' }
}
