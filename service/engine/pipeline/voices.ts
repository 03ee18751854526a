/** Diarization for the pipeline: who speaks when, and a known speaker's voice. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { JobError } from '../../core/errors.ts'
import type { Span, TranscribeOptions, Voice, WorkOptions } from '../engine.ts'
import { embedVoice, findSpeakers } from '../diarization/find-speakers.ts'
import { joinSpans, secondsOf } from '../sound/spans.ts'
import { copyMono } from '../sound/wav.ts'
import { findWhisperVad } from '../whisper/binary.ts'
import type { TranscriptionWork, PipelineDeps } from './deps.ts'
import { FoundSpeakers, onlyOnce, partKey, speakersShare } from './parts.ts'
import type { TimedWord } from './segments.ts'

/** Words closer than this form one span of speech. */
const shortestGapSeconds = 0.1

/** The spans covered by words, in order and disjoint. */
const speechSpans = (words: readonly TimedWord[]): Span[] =>
  joinSpans(words, shortestGapSeconds).filter(({ start, end }) => end > start)

type Listened = TranscriptionWork & { words: readonly TimedWord[] }

/** Whether it takes voices to tell speakers apart, and somebody wants to know. */
export const isByVoice = (
  { withSpeakers = true }: TranscriptionWork['request'],
  tracks: TranscriptionWork['recording']['tracks'],
): boolean => withSpeakers && tracks.length === 1

/** Speakers that are being told apart while words are recognized. */
export type VoicesAhead = {
  /** Null where that failed or was not begun. */
  found: Promise<FoundSpeakers | null>
  /** Ends it and waits for that, so that its files can be removed. */
  stop: () => Promise<void>
}

/** In a longer recording two processors are busy with words for most of the time. */
const aheadSeconds = 60

/**
 * Begins to tell the speakers of a short mono recording apart before its words are known, because
 * starting programs and loading models then cost no time of their own.
 */
export function beginVoices(
  deps: PipelineDeps,
  { request, recording }: Pick<TranscriptionWork, 'request' | 'recording'>,
  signal: AbortSignal,
): VoicesAhead {
  const stopped = new AbortController()
  const { wav, tracks, durationSeconds } = recording
  const begins = isByVoice(request, tracks) && durationSeconds <= aheadSeconds
  const work = {
    signal: AbortSignal.any([signal, stopped.signal]),
    onProgress: () => undefined,
  }
  const found = begins ? separate(deps, { wav }, work).catch(() => null) : Promise.resolve(null)
  return {
    found,
    stop: async () => {
      stopped.abort()
      await found
    },
  }
}

/** Finds turns and voices of a mono recording; stored as a part, so this runs only once. */
export async function findVoices(
  deps: PipelineDeps,
  { recording, request, words, ahead }: Listened & { ahead: VoicesAhead },
  options: TranscribeOptions,
): Promise<FoundSpeakers> {
  const spans = speechSpans(words)
  if (spans.length === 0 || !isByVoice(request, recording.tracks)) return { turns: [], voices: [] }
  const keepsVoices = request.withVoices === true
  const key = partKey('speakers', { sound: recording.fingerprint, spans, keepsVoices })
  const onProgress = (fraction: number) =>
    options.onProgress(1 - speakersShare + fraction * speakersShare)
  try {
    return await onlyOnce(options.parts, { key, schema: FoundSpeakers }, async () => {
      const work = { signal: options.signal, onProgress }
      const early = await ahead.found
      // The words may tell of speech that the voice detector missed.
      const found = early?.turns.length
        ? early
        : await separate(deps, { wav: recording.wav, words: spans }, work)
      return { ...found, voices: keepsVoices ? found.voices : [] }
    })
  } catch (error) {
    if (!(error instanceof JobError) || error.code === 'cancelled') throw error
    // Words matter more than speakers: better one speaker than no transcript.
    deps.log.warn({ code: error.code, reason: error.message }, 'could not separate the speakers')
    return { turns: [], voices: [] }
  }
}

async function separate(
  deps: PipelineDeps,
  sound: { wav: string; words?: readonly Span[] },
  options: WorkOptions,
): Promise<FoundSpeakers> {
  const vadProgram = await findWhisperVad(deps.program)
  const tools = { ...speakerDeps(deps), ...(vadProgram !== undefined && { vadProgram }) }
  return findSpeakers(tools, sound, options)
}

const speakerDeps = ({ folders, runDir, threads, audio }: PipelineDeps) => ({
  folders,
  runDir,
  threads,
  nodePath: audio.nodePath,
  startScript: audio.startScript,
})

/** This much speech is enough to represent a voice. */
const enoughSeconds = 60

/** The voice of a track's only speaker; null if not requested or if too little was said. */
export async function voiceOfTrack(
  deps: PipelineDeps,
  { recording, request, channel, words }: Listened & { channel: number | null },
  options: TranscribeOptions,
): Promise<Voice | null> {
  const chunks = longestSpans(words)
  if (request.withVoices !== true || chunks.length === 0) return null
  const wav = path.join(path.dirname(recording.wav), 'voice.wav')
  const source = { path: recording.wav, channel }
  try {
    await copyMono(source, wav, { chunks, signal: options.signal })
    const spans = [{ start: 0, end: secondsOf(chunks) }]
    return await embedVoice(speakerDeps(deps), { wav, spans }, options)
  } catch (error) {
    if (!(error instanceof JobError) || error.code === 'cancelled') throw error
    deps.log.warn({ code: error.code, reason: error.message }, 'could not compute a voice')
    return null
  } finally {
    await rm(wav, { force: true })
  }
}

/** The longest spans of speech, up to a minute in total, in order. */
function longestSpans(words: readonly TimedWord[]): Span[] {
  let seconds = 0
  return speechSpans(words)
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .filter((span) => {
      seconds += span.end - span.start
      return seconds - (span.end - span.start) < enoughSeconds
    })
    .toSorted((a, b) => a.start - b.start)
}
