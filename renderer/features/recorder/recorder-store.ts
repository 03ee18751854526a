import { create } from 'zustand'
import type { Wishes } from './capture.ts'
import { handIn, type Send } from './hand-in.ts'
import { followRecording, leaveRecording } from './live-words-store.ts'
import { problemOf, type RecorderProblem } from './problem.ts'
import type { Session } from './session.ts'
import type { Levels } from './sound-graph.ts'
import type { Marker, Take } from './take.ts'
import { askToPersist, listKeptTakes, removeTake, whileAlone } from './vault.ts'

type Phase = 'idle' | 'starting' | 'recording' | 'paused' | 'saving'
type Place = { projectId: string; contentId: string }

type Recorder = {
  phase: Phase
  take: Take | null
  bytes: number
  problem: RecorderProblem | null
  /** Where the last one arrived. */
  arrived: Place | null
  /** Takes that are not handed in, and which of them are on their way. */
  kept: readonly Take[]
  sending: readonly string[]
  /** Why the last try to hand one in failed, by take. */
  failures: Readonly<Record<string, unknown>>
}

/** The one recording of this window, whichever screen is open, and those kept from before. */
export const useRecorder = create<Recorder>(() => ({
  phase: 'idle',
  take: null,
  bytes: 0,
  problem: null,
  arrived: null,
  kept: [],
  sending: [],
  failures: {},
}))

const { getState, setState } = useRecorder

let session: Session | null = null
/** Gives the take free for other windows; `held` ends when it is. */
let release: (() => void) | null = null
let held: Promise<unknown> = Promise.resolve()

/** How often the take is written down while nothing else changes in it. */
const saveMs = 1_000
let saver: ReturnType<typeof setInterval> | undefined

export type Setup = { name: string; projectId: string; wishes: Wishes }

export async function startRecording({ name, projectId, wishes }: Setup): Promise<void> {
  if (getState().phase !== 'idle') return
  setState({ phase: 'starting', problem: null, arrived: null, bytes: 0 })
  const id = crypto.randomUUID()
  await holdTake(id)
  try {
    // Loaded when it is first needed: it is of no use to the other screens.
    const { startSession } = await import('./session.ts')
    const onSize = (bytes: number) => setState({ bytes })
    const begun = await startSession(id, wishes, { onSize, onProblem: meetProblem })
    session = begun.session
    const take: Take = {
      id,
      name,
      project_id: projectId,
      started_at: new Date().toISOString(),
      channels: session.channels,
      mime_type: begun.mimeType,
      seconds: 0,
      notes: '',
      markers: [],
      is_seekable: false,
      content_id: null,
    }
    setState({ phase: 'recording', take })
    saveTake()
    saver = setInterval(saveTake, saveMs)
    void askToPersist()
    void hearAlong(session, take)
  } catch (error) {
    setState({ phase: 'idle', problem: problemOf(error) })
    await letGo()
    await removeTake(id)
  }
}

/** Live words; without them the recording goes on all the same. */
async function hearAlong({ tap }: Session, { id, project_id: projectId }: Take): Promise<void> {
  const { hearWith, languageOf } = await import('./hear-live.ts')
  const language = await languageOf(projectId)
  if (getState().take?.id !== id) return
  const isPaused = () => getState().phase !== 'recording'
  followRecording({ tap, isPaused, hear: hearWith(id), language })
}

/** Holds the take until `letGo`, or until this window is gone. */
const holdTake = (id: string): Promise<void> =>
  new Promise((resolve) => {
    held = whileAlone(id, () => {
      resolve()
      return new Promise<void>((done) => (release = done))
    })
  })

async function letGo(): Promise<void> {
  clearInterval(saver)
  session = null
  release?.()
  release = null
  await held
}

export function pauseRecording(): void {
  if (getState().phase !== 'recording') return
  session?.pause()
  setState({ phase: 'paused' })
}

export function resumeRecording(): void {
  if (getState().phase !== 'paused') return
  session?.resume()
  setState({ phase: 'recording', problem: null })
}

/** Goes on with another microphone after one was lost. */
export async function changeMicrophone(deviceId: string | null): Promise<void> {
  try {
    await session?.changeMicrophone(deviceId)
    setState({ problem: null })
    resumeRecording()
  } catch (error) {
    setState({ problem: problemOf(error) })
  }
}

function meetProblem(problem: RecorderProblem): void {
  setState({ problem })
  // The other track goes on alone; nothing else can.
  if (problem.code !== 'sharing_ended') pauseRecording()
}

/** Ends the recording and hands it in; what cannot be handed in now is kept. */
export async function stopRecording(send: Send): Promise<void> {
  const { take, phase } = getState()
  if (!take || !session || phase === 'saving') return
  setState({ phase: 'saving' })
  leaveRecording()
  clearInterval(saver)
  try {
    const { files, seconds, rest } = await session.stop()
    const ended = { ...take, seconds }
    await files.save(ended).catch(() => {
      // The disk is full: what it has of the take is a second older.
    })
    const contentId = await handIn(ended, { files, rest }, send)
    setState({ arrived: { projectId: take.project_id, contentId }, problem: null })
  } catch (error) {
    setState(({ failures }) => ({ failures: { ...failures, [take.id]: error } }))
  } finally {
    await letGo()
    setState({ phase: 'idle', take: null })
    await lookForKept()
  }
}

/** Ends the recording and forgets it. */
export async function discardRecording(): Promise<void> {
  const { take } = getState()
  if (!take || !session) return
  setState({ phase: 'saving' })
  leaveRecording()
  clearInterval(saver)
  const { files } = await session.stop()
  await files.close()
  await removeTake(take.id)
  await letGo()
  setState({ phase: 'idle', take: null, problem: null })
}

export const elapsedSeconds = (): number => session?.seconds() ?? getState().take?.seconds ?? 0

export const currentLevels = (): Levels => session?.levels() ?? { microphone: 0, computer: null }

/** Marks this moment. */
export function addMarker(): void {
  const marker = { at_seconds: Math.round(elapsedSeconds() * 100) / 100, label: '' }
  changeTake(({ markers }) => ({ markers: [...markers, marker] }))
}

export const changeMarkers = (change: (markers: readonly Marker[]) => Marker[]): void =>
  changeTake(({ markers }) => ({ markers: change(markers) }))

export function changeTake(change: (take: Take) => Partial<Take>): void {
  const { take } = getState()
  if (take) setState({ take: { ...take, ...change(take) } })
}

function saveTake(): void {
  const { take } = getState()
  if (!take || !session) return
  session.save({ ...take, seconds: session.seconds() }).catch((error: unknown) => {
    // Sound that cannot be written tells so itself.
    setState({ problem: problemOf(error) })
  })
}

/** Looks for takes that were cut off or not handed in. */
export async function lookForKept(): Promise<void> {
  setState({ kept: await listKeptTakes() })
}

/** Hands in a take that was kept, unless another window is at it. */
export async function sendKept(take: Take, send: Send): Promise<Place | null> {
  setState(({ sending }) => ({ sending: [...sending, take.id] }))
  let place: Place | null = null
  try {
    const { openTakeFiles } = await import('./take-files.ts')
    await whileAlone(take.id, async () => {
      const files = await openTakeFiles(take.id)
      const contentId = await handIn(take, { files, rest: [] }, send)
      place = { projectId: take.project_id, contentId }
    })
  } catch (error) {
    setState(({ failures }) => ({ failures: { ...failures, [take.id]: error } }))
  }
  setState(({ sending }) => ({ sending: sending.filter((id) => id !== take.id) }))
  await lookForKept()
  return place
}

export async function discardKept(id: string): Promise<void> {
  await whileAlone(id, () => removeTake(id))
  await lookForKept()
}
