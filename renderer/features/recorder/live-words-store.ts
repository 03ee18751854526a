import { create } from 'zustand'
import { readStored } from '../../ui/read-stored.ts'
import type { LiveLine } from './live-lines.ts'
import type { LiveEnd, LiveParts } from './live-run.ts'

type LiveWords = {
  /** As it was switched the last time here. */
  isWanted: boolean
  lines: readonly LiveLine[]
  tentative: string
  /** Why it stopped by itself; null where it did not. */
  end: LiveEnd | null
}

const storageName = 'earshot.live-words'

/** The words of the recording that runs now; they are forgotten with it. */
export const useLiveWords = create<LiveWords>(() => ({
  isWanted: readStored(storageName)['isWanted'] !== false,
  lines: [],
  tentative: '',
  end: null,
}))

const { getState, setState } = useLiveWords

export type LiveSource = Omit<LiveParts, 'onWords' | 'onEnd'>

let source: LiveSource | null = null
/** What runs now; another one takes its place. */
let running: AbortController | null = null

/** Hears along from now on, where that is wanted. */
export function followRecording(given: LiveSource): void {
  source = given
  setState({ lines: [], tentative: '', end: null })
  if (getState().isWanted) void begin()
}

export function leaveRecording(): void {
  halt()
  source = null
  setState({ lines: [], tentative: '', end: null })
}

/** Switches live words on or off, here and for recordings to come. */
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
  // Loaded when it is first needed: it is of no use to the other screens.
  const { runLiveWords } = await import('./live-run.ts')
  if (own.signal.aborted) return
  const stop = runLiveWords({
    ...given,
    onWords: ({ lines, tentative }) => setState({ lines: [...before, ...lines], tentative }),
    onEnd: (end) => setState({ ...keepHeard(), end }),
  })
  own.signal.addEventListener('abort', stop)
}

function halt(): void {
  running?.abort()
  running = null
  setState(keepHeard())
}

/** Nothing will change any more what was heard last. */
function keepHeard(): Pick<LiveWords, 'lines' | 'tentative'> {
  const { lines, tentative } = getState()
  const last = lines.at(-1) ?? { side: null, text: '', end: 0 }
  if (tentative === '') return { lines, tentative }
  const text = `${last.text} ${tentative}`.trim()
  return { lines: [...lines.slice(0, -1), { ...last, text }], tentative: '' }
}
