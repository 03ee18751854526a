import { JobError } from '../../core/errors.ts'
import { second } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { MediaFacts, SpeechRequest, Waveform } from '../../engine/engine.ts'
import { reportProgress, whileCurrent } from '../../queue/job-writes.ts'
import type { JobHandler } from '../../queue/job.ts'
import type { ContentRow } from '../content/content-item.ts'
import { findContent } from '../content/content.ts'
import { organizationOf } from '../content/organization.ts'
import { noteProgress, type Stage } from '../content/status.ts'
import { toTranscript } from '../transcripts/segments.ts'
import { findUsedUpMinutes } from '../usage/usage.ts'
import { keepWaveform } from '../waveform/waveform.ts'
import { handleContent, type ContentRun } from './content-job.ts'
import { correctWords } from './correct-words.ts'
import { keepLines } from './keep-lines.ts'
import { finishTranscription, noteReadable, type Outcome } from './outcome.ts'
import { stageSegments } from './stage-segments.ts'
import { trackRemainingTime } from './time-remaining.ts'
import { keepParts } from './parts.ts'
import { readSettings, type SpeechSettings } from './settings.ts'
import { refuseTooLong, transcribeJob } from './transcription.ts'

export const transcriptJobs = (deps: Deps): JobHandler[] => [
  handleContent(deps, {
    definition: transcribeJob,
    work: (run, content) => transcribeRecording(deps, run, content),
    interrupted: 'Transcription was interrupted too often.',
  }),
]

async function transcribeRecording(
  deps: Deps,
  run: ContentRun,
  content: ContentRow,
): Promise<void> {
  const settings = await readSettings(deps.db.sql, content.id)
  const isBegun = content.stage === 'transcribing' || content.stage === 'finishing'
  await noteStep(deps, run, { ...(!isBegun && { stage: 'probing' }), progress: 0 })
  const remaining = trackRemainingTime(deps.clock)
  const progress = reportProgress(deps, run, (tx, fraction) =>
    noteProgress(tx, content.id, {
      progress: fraction,
      remaining_seconds: remaining.seconds(),
    }),
  )
  const onProgress = (fraction: number): void => {
    remaining.note(fraction)
    progress.report(fraction)
  }
  const lines = keepLines(deps, run, content)
  const startedAt = deps.clock.now().getTime()
  const options = {
    signal: run.signal,
    onProgress,
    ...whileDecoding(deps, run, content),
    onLines: lines.onLines,
    parts: keepParts(deps, run, content.id, remaining.skip),
  }
  const transcription = await deps.blobs
    .withPlainFile(content.id, (file) =>
      deps.transcriber.transcribe(toRequest(file, settings), options),
    )
    .finally(lines.stop)
  await progress.settled()
  await noteStep(deps, run, { stage: 'finishing', progress: 1 })
  const seconds = (deps.clock.now().getTime() - startedAt) / second
  const transcript = toTranscript(correctWords(transcription, settings.vocabulary))
  await finish(deps, run, {
    transcription,
    transcript,
    staged: await stageSegments(deps, run, transcript.segments),
    processingSeconds: remaining.isResumed() ? null : seconds,
    isFirst: run.isFirst,
  })
}

/** What is known about a recording before its first word is recognized. */
const whileDecoding = (deps: Deps, run: ContentRun, content: ContentRow) => ({
  onReadable: async (media: MediaFacts): Promise<void> => {
    refuseTooLong(media)
    await refuseOverQuota(deps, content.id)
    await whileCurrent(deps.db, run, (tx) => noteReadable(deps, tx, content, media))
  },
  onWaveform: async (drawn: Waveform): Promise<void> => {
    const now = deps.clock.now()
    await whileCurrent(deps.db, run, (tx) => keepWaveform(tx, content.id, drawn, now))
  },
})

function toRequest(audioPath: string, settings: SpeechSettings): SpeechRequest {
  const { language, speech_model, translate_to_english, vocabulary, voice_memory } = settings
  return {
    audioPath,
    ...(speech_model && { model: speech_model }),
    ...(language && { language }),
    translateToEnglish: translate_to_english,
    vocabulary: vocabulary.map(({ term }) => term),
    withVoices: voice_memory,
  }
}

/**
 * A pause or cancel that is committed before has ended this run, and what it was to do may be ordered otherwise by now: it
 * writes nothing, however near its end it was. Its parts are kept by a pause, so that little is done again.
 */
async function finish(deps: Deps, run: ContentRun, outcome: Outcome): Promise<void> {
  const { content_id: id } = run.payload
  const finished = await deps.db.transaction(async (tx) => {
    if (!(await run.finish(tx))) return null
    const content = await findContent(tx, id)
    if (!content) return null
    await finishTranscription(deps, tx, id, outcome)
    return content
  })
  if (finished) tellReady(deps, finished)
}

function tellReady({ notify }: Deps, { id, project_id, shown_title }: ContentRow): void {
  notify.owner({
    kind: 'transcript_ready',
    title: shown_title,
    body: 'The transcript is ready.',
    link: `/app/#/projects/${project_id}/recordings/${id}`,
  })
}

/** Checked again when its turn comes: recordings ahead in the queue may have used up the minutes. */
async function refuseOverQuota({ db, clock }: Deps, contentId: string): Promise<void> {
  const organizationId = await organizationOf(db.sql, contentId)
  const problem = await findUsedUpMinutes(db.sql, organizationId, clock.now())
  if (problem) throw new JobError('quota_exceeded', problem)
}

const noteStep = (deps: Deps, run: ContentRun, step: { stage?: Stage; progress: number }) =>
  whileCurrent(deps.db, run, (tx) =>
    noteProgress(tx, run.payload.content_id, { ...step, remaining_seconds: null }),
  )
