import { create } from 'zustand'

type Player = {
  element: HTMLMediaElement | null
  position: number
  duration: number
  isPlaying: boolean
  speed: number
  failure: string | null
}

const idle: Player = {
  element: null,
  position: 0,
  duration: 0,
  isPlaying: false,
  speed: 1,
  failure: null,
}

/** The one recording that plays: where it is, in seconds, and how fast. */
export const usePlayer = create<Player>(() => ({ ...idle }))

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** Follows a media element until the returned function is called. */
export function attachPlayer(element: HTMLMediaElement): () => void {
  const { speed } = usePlayer.getState()
  usePlayer.setState({ ...idle, element, speed })
  element.playbackRate = speed
  const stop = new AbortController()
  const on = (names: string[], handle: () => void) => {
    for (const name of names) element.addEventListener(name, handle, { signal: stop.signal })
  }
  const readTime = () => usePlayer.setState({ position: element.currentTime })
  on(['timeupdate', 'seeking', 'seeked'], readTime)
  on(['loadedmetadata', 'durationchange'], () => usePlayer.setState(lengthOf(element)))
  on(['play', 'playing'], () => usePlayer.setState({ isPlaying: true, failure: null }))
  on(['pause', 'ended'], () => usePlayer.setState({ isPlaying: false }))
  on(['error'], () => usePlayer.setState({ isPlaying: false, failure: reasonOf(element) }))
  const stopFrames = followFrames(element, readTime)
  return () => {
    stop.abort()
    stopFrames()
    element.pause()
    usePlayer.setState({ ...idle, speed: usePlayer.getState().speed })
  }
}

/** Media elements tell the time four times a second; words change faster. */
function followFrames(element: HTMLMediaElement, readTime: () => void): () => void {
  let frame = 0
  const step = () => {
    if (!element.paused) readTime()
    frame = requestAnimationFrame(step)
  }
  frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}

const lengthOf = ({ duration }: HTMLMediaElement): Partial<Player> =>
  Number.isFinite(duration) ? { duration } : {}

const reasonOf = (element: HTMLMediaElement): string =>
  element.error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED
    ? 'This browser cannot play this kind of file. The transcript is not affected.'
    : 'The recording could not be read on. Reload the page to try again.'

/** Seconds from the start; kept within the recording. */
export function seekTo(seconds: number): void {
  const { element, duration } = usePlayer.getState()
  if (!element) return
  element.currentTime = Math.max(0, duration > 0 ? Math.min(seconds, duration) : seconds)
  usePlayer.setState({ position: element.currentTime })
}

export const seekBy = (seconds: number): void =>
  seekTo((usePlayer.getState().element?.currentTime ?? 0) + seconds)

/** Seeks and plays, as a click on a word asks for. */
export function playFrom(seconds: number): void {
  seekTo(seconds)
  play()
}

export function togglePlay(): void {
  const { element } = usePlayer.getState()
  if (element?.paused) play()
  else element?.pause()
}

function play(): void {
  const { element } = usePlayer.getState()
  element?.play().catch((error: unknown) => {
    // A pause or another seek right after play is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    usePlayer.setState({ failure: element.error ? reasonOf(element) : 'Press play to listen.' })
  })
}

export function setSpeed(speed: number): void {
  const { element } = usePlayer.getState()
  if (element) element.playbackRate = speed
  usePlayer.setState({ speed })
}

export function stepSpeed(direction: 1 | -1): void {
  const { speed } = usePlayer.getState()
  const index = speeds.findIndex((one) => one >= speed)
  const next = speeds[Math.min(speeds.length - 1, Math.max(0, index + direction))]
  if (next) setSpeed(next)
}
