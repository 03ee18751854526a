import { create } from 'zustand'
import { i18n } from '../../i18n/i18n.ts'
import { formatLength } from '../../ui/format.ts'
import type { Wishes } from './capture.ts'
import { handIn, type Send } from './hand-in.ts'
import { keepFailed } from './kept-store.ts'
import { followRecording, leaveRecording } from './live-words-store.ts'
import { problemOf, RecorderProblem } from './problem.ts'
import type { Session } from './session.ts'
import { watchSleep } from './sleep-watch.ts'
import type { Levels } from './sound-graph.ts'
import type { Marker, Take } from './take.ts'
import { askToPersist, removeTake, whileAlone } from './vault.ts'

type Phase = 'idle' | 'starting' | 'recording' | 'paused' | 'saving'
type Place = { projectId: string; contentId: string }

type Recorder = {
  phase: Phase
  take: Take | null
  bytes: number
  problem: RecorderProblem | null
  /** Where the last one arrived. */
  arrived: Place | null
}

/** The one recording of this window, whichever screen is open. */
export const useRecorder = create<Recorder>(() => ({
  phase: 'idle',
  take: null,
  bytes: 0,
  problem: null,
  arrived: null,
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
    const noteSleep = sleepNoter(session)
    saver = setInterval(() => {
      noteSleep()
      saveTake()
    }, saveMs)
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

/** Goes on after a pause; with the system's microphone where the other one is gone. */
export async function resumeRecording(): Promise<void> {
  if (getState().phase !== 'paused' || !session) return
  try {
    if (session.isMicrophoneGone()) await session.changeMicrophone(null)
  } catch (error) {
    setState({ problem: problemOf(error) })
    return
  }
  session?.resume()
  setState({ phase: 'recording', problem: null })
}

function meetProblem(problem: RecorderProblem): void {
  if (problem.code === 'microphone_lost') return void replaceMicrophone(problem)
  setState({ problem })
  // The other track goes on alone; nothing else can.
  if (problem.code !== 'sharing_ended') pauseRecording()
}

/** Rather another microphone than a gap: whoever speaks may not be looking. */
async function replaceMicrophone(problem: RecorderProblem): Promise<void> {
  try {
    await session?.changeMicrophone(null)
    setState({ problem: new RecorderProblem('microphone_changed') })
  } catch {
    setState({ problem })
    pauseRecording()
  }
}

/** Marks where the computer slept, because nothing was recorded then. */
function sleepNoter({ soundSeconds, seconds }: Session): () => void {
  const look = watchSleep({ day: () => Date.now() / 1_000, sound: soundSeconds })
  return () => {
    const slept = look()
    if (!slept || getState().phase !== 'recording') return
    const length = formatLength(slept.missedSeconds)
    addMarker(Math.max(0, seconds() - slept.soundSince), i18n.t('recorder:slept', { length }))
    setState({ problem: new RecorderProblem('slept') })
  }
}

/** Ends the recording and hands it in; what cannot be handed in now is kept. */
export async function stopRecording(send: Send): Promise<void> {
  const { take, phase } = getState()
  if (!take || !session || phase === 'saving') return
  setState({ phase: 'saving', problem: null })
  leaveRecording()
  clearInterval(saver)
  let failure: { error: unknown } | null = null
  try {
    const { files, seconds, rest } = await session.stop()
    const ended = { ...take, seconds }
    await files.save(ended).catch(() => {
      // The disk is full: what it has of the take is a second older.
    })
    const contentId = await handIn(ended, { files, rest }, send)
    setState({ arrived: { projectId: take.project_id, contentId } })
  } catch (error) {
    failure = { error }
  }
  await letGo()
  setState({ phase: 'idle', take: null, problem: null })
  if (failure) await keepFailed(take.id, failure.error)
}

/** Ends the recording and forgets it. */
export async function discardRecording(): Promise<void> {
  const { take } = getState()
  if (!take || !session) return
  setState({ phase: 'saving' })
  leaveRecording()
  clearInterval(saver)
  try {
    const { files } = await session.stop()
    await files.close()
  } finally {
    await removeTake(take.id)
    await letGo()
    setState({ phase: 'idle', take: null, problem: null })
  }
}

export const elapsedSeconds = (): number => session?.seconds() ?? getState().take?.seconds ?? 0

export const currentLevels = (): Levels => session?.levels() ?? { microphone: 0, computer: null }

/** Marks this moment, or an earlier one. */
export function addMarker(seconds = elapsedSeconds(), label = ''): void {
  const marker = { at_seconds: Math.round(seconds * 100) / 100, label }
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
  const writing = session.save({ ...take, seconds: session.seconds() })
  writing.catch((error: unknown) => meetProblem(problemOf(error)))
}
