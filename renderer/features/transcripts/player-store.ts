import { create } from 'zustand'
import { keepSettings, readSettings, speeds, type PlayerSettings } from './player-settings.ts'
import { positionIn, rememberPosition } from './playback-positions.ts'
import { silenceAt, type Span } from './skip-silence.ts'

/** Why there is no sound; the component that shows it has the texts. */
type PlayerFailure = 'unsupported' | 'unreadable' | 'blocked'

type Player = PlayerSettings & {
  element: HTMLMediaElement | null
  position: number
  duration: number
  isPlaying: boolean
  failure: PlayerFailure | null
  /** The parts of this recording to skip. */
  silences: readonly Span[]
  /** Listening time saved, in seconds. */
  savedSeconds: number
  /** How often the listener has sought to another position. */
  jumps: number
  /** False for an imported transcript: positions then only move through the text. */
  hasSound: boolean
}

const idle = {
  element: null,
  position: 0,
  duration: 0,
  isPlaying: false,
  failure: null,
  silences: [],
  savedSeconds: 0,
  jumps: 0,
  hasSound: true,
}

/** The player: the current recording, its position in seconds, and the playback settings. */
export const usePlayer = create<Player>(() => ({ ...idle, ...readSettings() }))

const set = usePlayer.setState
const get = usePlayer.getState

type Start = {
  contentId: string
  /** Whether to resume at the last position; false if the address names a position. */
  resumes: boolean
}

/** Follows a media element until the returned function is called. */
export function attachPlayer(element: HTMLMediaElement, start: Start): () => void {
  const { speed, volume, isMuted } = get()
  set({ ...idle, element })
  Object.assign(element, { playbackRate: speed, volume, muted: isMuted })
  const stop = new AbortController()
  const on = (names: string[], handle: () => void) => {
    for (const name of names) element.addEventListener(name, handle, { signal: stop.signal })
  }
  const remember = () => keepPosition(start.contentId, element)
  const readTime = () => set({ position: element.currentTime })
  on(['timeupdate', 'seeking', 'seeked'], readTime)
  on(['loadedmetadata', 'durationchange'], () => set(lengthOf(element)))
  on(['loadedmetadata'], () => {
    if (start.resumes) element.currentTime = positionIn(start.contentId) ?? element.currentTime
  })
  on(['play', 'playing'], () => set({ isPlaying: true, failure: null }))
  on(['pause', 'ended'], () => set({ isPlaying: false }))
  on(['pause', 'ended', 'seeked'], remember)
  on(['error'], () => {
    set({ isPlaying: false })
    void reasonOf(element).then((failure) => (get().element === element ? set({ failure }) : null))
  })
  const stopFrames = followFrames(element, readTime)
  window.addEventListener('pagehide', remember, { signal: stop.signal })
  return () => {
    remember()
    stop.abort()
    stopFrames()
    element.pause()
    set(idle)
  }
}

/** Begins at the top of a transcript without sound; call the returned function to leave it. */
export function openSilently(): () => void {
  set({ ...idle, hasSound: false })
  return () => set(idle)
}

function keepPosition(contentId: string, { currentTime, duration }: HTMLMediaElement): void {
  if (Number.isFinite(duration)) rememberPosition(contentId, currentTime, duration)
}

/** Media elements report the time four times a second, but words change faster. */
function followFrames(element: HTMLMediaElement, readTime: () => void): () => void {
  let frame = 0
  const step = () => {
    if (!element.paused) {
      leaveSilence(element)
      readTime()
    }
    frame = requestAnimationFrame(step)
  }
  frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}

function leaveSilence(element: HTMLMediaElement): void {
  const { skipsSilence, silences, savedSeconds, speed } = get()
  if (!skipsSilence || element.seeking) return
  const silence = silenceAt(silences, element.currentTime)
  if (!silence) return
  const left = silence.end - element.currentTime
  element.currentTime = silence.end
  set({ savedSeconds: savedSeconds + left / speed })
}

const lengthOf = ({ duration }: HTMLMediaElement): Partial<Player> =>
  Number.isFinite(duration) ? { duration } : {}

/** Browsers tell a kind of file that they do not know and a service that is away alike. */
async function reasonOf({ error, src }: HTMLMediaElement): Promise<PlayerFailure> {
  if (error?.code !== MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED) return 'unreadable'
  const isThere = await fetch(src, { headers: { range: 'bytes=0-0' } }).then(
    ({ ok }) => ok,
    () => false,
  )
  return isThere ? 'unsupported' : 'unreadable'
}

function goTo(seconds: number): void {
  const { element, duration, hasSound } = get()
  if (!hasSound) set({ position: Math.max(0, seconds) })
  if (!element) return
  element.currentTime = Math.max(0, duration > 0 ? Math.min(seconds, duration) : seconds)
  set({ position: element.currentTime })
}

/** Seeks, in seconds from the start, clamped to the recording; the text scrolls along. */
export function seekTo(seconds: number): void {
  goTo(seconds)
  set(({ jumps }) => ({ jumps: jumps + 1 }))
}

export const seekBy = (seconds: number): void => goTo((get().element?.currentTime ?? 0) + seconds)

/** Seeks and plays, as after a click on a word. */
export function playFrom(seconds: number): void {
  seekTo(seconds)
  play()
}

export function togglePlay(): void {
  const { element } = get()
  if (element?.paused) play()
  else element?.pause()
}

function play(): void {
  const { element } = get()
  element?.play().catch((error: unknown) => {
    // A pause or another seek right after play is not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    // Why the file cannot be played has been told when it came.
    if (!element.error) set({ failure: 'blocked' })
  })
}

/** Changes playback settings now and for future recordings. */
export function listen(change: Partial<PlayerSettings>): void {
  set(change)
  const { element, speed, volume, isMuted, skipsSilence } = get()
  if (element) Object.assign(element, { playbackRate: speed, volume, muted: isMuted })
  keepSettings({ speed, volume, isMuted, skipsSilence })
}

export function stepSpeed(direction: 1 | -1): void {
  const { speed } = get()
  const index = speeds.findIndex((one) => one >= speed)
  const next = speeds[Math.min(speeds.length - 1, Math.max(0, index + direction))]
  if (next) listen({ speed: next })
}

export const knowSilences = (silences: readonly Span[]): void => set({ silences })
