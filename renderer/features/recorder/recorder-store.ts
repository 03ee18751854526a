import { create } from 'zustand'
import { i18n } from '../../i18n/i18n.ts'
import { formatLength } from '../../ui/format.ts'
import type { SourceOptions } from './capture.ts'
import { submitDraft, type DraftUploader } from './submit-draft.ts'
import { keepFailedDraft } from './drafts-store.ts'
import { followRecording, leaveRecording } from './live-words-store.ts'
import { problemOf, RecorderProblem } from './problem.ts'
import type { Session } from './session.ts'
import { watchSleep } from './recording-clocks.ts'
import type { Levels } from './sound-graph.ts'
import type { Marker, DraftRecording } from './draft-recording.ts'
import { askToPersist, removeDraft, withDraftLock } from './opfs-store.ts'
import type { ContentRef } from '../../api/types.ts'

type Phase = 'idle' | 'starting' | 'recording' | 'paused' | 'saving'

type Recorder = {
  phase: Phase
  draft: DraftRecording | null
  bytes: number
  problem: RecorderProblem | null
  /** The recording that the last draft became. */
  arrived: ContentRef | null
}

/** The only recording of this window, whichever screen is open. */
export const useRecorder = create<Recorder>(() => ({
  phase: 'idle',
  draft: null,
  bytes: 0,
  problem: null,
  arrived: null,
}))

const { getState, setState } = useRecorder

let session: Session | null = null
/** Releases the draft for other windows; `held` settles once that is done. */
let release: (() => void) | null = null
let held: Promise<unknown> = Promise.resolve()

/** How often the draft is saved, even if only its length has changed. */
const saveMs = 1_000
let saver: ReturnType<typeof setInterval> | undefined

export type Setup = { name: string; projectId: string; options: SourceOptions }

export async function startRecording({ name, projectId, options }: Setup): Promise<void> {
  if (getState().phase !== 'idle') return
  setState({ phase: 'starting', problem: null, arrived: null, bytes: 0 })
  const id = crypto.randomUUID()
  await holdDraft(id)
  try {
    // Loaded on first use, because other screens never need it.
    const { startSession } = await import('./session.ts')
    const onSize = (bytes: number) => setState({ bytes })
    const begun = await startSession(id, options, { onSize, onProblem: handleProblem })
    session = begun.session
    const draft: DraftRecording = {
      id,
      name,
      project_id: projectId,
      started_at: new Date().toISOString(),
      channels: session.channels,
      mime_type: begun.mimeType,
      seconds: 0,
      notes: '',
      line_times: [],
      markers: [],
      is_seekable: false,
      content_id: null,
    }
    setState({ phase: 'recording', draft })
    saveDraft()
    const noteSleep = sleepNoter(session)
    saver = setInterval(() => {
      noteSleep()
      saveDraft()
    }, saveMs)
    void askToPersist()
    void transcribeAlong(session, draft)
  } catch (error) {
    setState({ phase: 'idle', problem: problemOf(error) })
    await releaseDraft()
    await removeDraft(id)
  }
}

/** Starts live words. The recording goes on even if they fail. */
async function transcribeAlong(
  { tap }: Session,
  { id, project_id: projectId }: DraftRecording,
): Promise<void> {
  const { transcriberFor } = await import('./live-transcriber.ts')
  if (getState().draft?.id !== id) return
  const isPaused = () => getState().phase !== 'recording'
  followRecording({ tap, isPaused, transcribe: transcriberFor(id, projectId) })
}

/** Locks the draft until `releaseDraft`, or until this window is closed. */
const holdDraft = (id: string): Promise<void> =>
  new Promise((resolve) => {
    held = withDraftLock(id, () => {
      resolve()
      return new Promise<void>((done) => (release = done))
    })
  })

async function releaseDraft(): Promise<void> {
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

/** Resumes after a pause, with the system's microphone if the chosen one is gone. */
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

function handleProblem(problem: RecorderProblem): void {
  if (problem.code === 'microphone_lost') return void replaceMicrophone(problem)
  setState({ problem })
  // When sharing ends, the microphone track can continue alone.
  if (problem.code !== 'sharing_ended') pauseRecording()
}

/** Switches to another microphone rather than leave a gap: the speaker may not be looking. */
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

/** Stops the recording and submits it; if that fails, the draft stays. */
export async function stopRecording(uploader: DraftUploader): Promise<void> {
  const { draft, phase } = getState()
  if (!draft || !session || phase === 'saving') return
  setState({ phase: 'saving', problem: null })
  leaveRecording()
  clearInterval(saver)
  let failure: { error: unknown } | null = null
  try {
    const { files, seconds, rest } = await session.stop()
    const ended = { ...draft, seconds }
    await files.save(ended).catch(() => {
      // The disk is full: the saved draft is a second out of date.
    })
    const contentId = await submitDraft(ended, { files, rest }, uploader)
    setState({ arrived: { projectId: draft.project_id, contentId } })
  } catch (error) {
    failure = { error }
  }
  await releaseDraft()
  setState({ phase: 'idle', draft: null, problem: null })
  if (failure) await keepFailedDraft(draft.id, failure.error)
}

/** Stops the recording and deletes the draft. */
export async function discardRecording(): Promise<void> {
  const { draft } = getState()
  if (!draft || !session) return
  setState({ phase: 'saving' })
  leaveRecording()
  clearInterval(saver)
  try {
    const { files } = await session.stop()
    await files.close()
  } finally {
    await removeDraft(draft.id)
    await releaseDraft()
    setState({ phase: 'idle', draft: null, problem: null })
  }
}

export const elapsedSeconds = (): number => session?.seconds() ?? getState().draft?.seconds ?? 0

export const currentLevels = (): Levels => session?.levels() ?? { microphone: 0, computer: null }

/** Marks this moment, or an earlier one. */
export function addMarker(seconds = elapsedSeconds(), label = ''): void {
  const marker = { at_seconds: Math.round(seconds * 100) / 100, label }
  changeDraft(({ markers }) => ({ markers: [...markers, marker] }))
}

export const changeMarkers = (change: (markers: readonly Marker[]) => Marker[]): void =>
  changeDraft(({ markers }) => ({ markers: change(markers) }))

export function changeDraft(change: (draft: DraftRecording) => Partial<DraftRecording>): void {
  const { draft } = getState()
  if (draft) setState({ draft: { ...draft, ...change(draft) } })
}

function saveDraft(): void {
  const { draft } = getState()
  if (!draft || !session) return
  const writing = session.save({ ...draft, seconds: session.seconds() })
  writing.catch((error: unknown) => handleProblem(problemOf(error)))
}
