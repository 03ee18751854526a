/** Transcribes one track of one part with whisper-cli; returns timed words. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { JobError } from '../../core/errors.ts'
import { findSpeech } from '../diarization/voice-activity.ts'
import { stepSeconds } from '../sound/levels.ts'
import type { Span, TranscribedSegment, WorkOptions } from '../engine.ts'
import { overlaps, secondsOf } from '../sound/spans.ts'
import { copyMono, type Chunk } from '../sound/wav.ts'
import { mainLanguage, probabilityOf, spanLanguages } from './language-spans.ts'
import { findWhisperVad } from '../whisper/binary.ts'
import { runWhisper, type WhisperJob, type WhisperRun } from '../whisper/run.ts'
import { settleWords } from '../whisper/word-times.ts'
import { toSpokenSegment } from '../whisper/words.ts'
import type { TranscribedPart } from './parts.ts'
import type { Recording } from './recording.ts'
import { createClock, muteEcho, soundingSpans, withPauses } from './silence.ts'
import { gatherStrays } from './stray-words.ts'
import { timedWords, type TimedWord } from './segments.ts'
import type { Track } from './tracks.ts'

/** Settings shared by every run of whisper-cli on this recording. */
type WhisperSettings = Pick<
  WhisperJob,
  | 'program'
  | 'model'
  | 'vadModel'
  | 'threads'
  | 'runDir'
  | 'translate'
  | 'terms'
  | 'prompt'
  | 'promptTokens'
  | 'log'
  | 'residents'
>

export type Part = { track: Track; span: Span; chunks: Chunk[] }

/** whisper.cpp's own voice detector handles a single track; it distinguishes speech from noise. */
const isCut = ({ channel }: Track): boolean => channel !== null

/** A part and its chunks that contain sound; no chunks if it is silent. */
export const planPart = (track: Track, span: Span): Part => cutPart(track, span, [span])

/** What of a part lies in some of its spans. */
function cutPart(track: Track, span: Span, within: readonly Span[]): Part {
  const sounding = isCut(track) ? soundingSpans(track.sounding, span) : [span]
  const chunks = overlaps(sounding, within)
  return { track, span, chunks: isCut(track) || chunks.length > 1 ? withPauses(chunks) : chunks }
}

/** @param onWords called with what is transcribed of the part so far */
type PartOptions = WorkOptions & { onWords?: (soFar: TranscribedPart) => void }

type Work = {
  settings: WhisperSettings
  recording: Recording
  /** Whisper's code or `auto`. */
  language: string
  /** Whether everything is in this language, whatever it sounds like. */
  isForced: boolean
}

/** With fewer words than this share of the first time's, the second time lost some. */
const leastSaidAgain = 0.6

/**
 * Transcribes one part in the language given, and again, each in its own, what is clearly spoken in
 * others.
 */
export async function transcribePart(
  work: Work,
  part: Part,
  options: PartOptions,
): Promise<TranscribedPart> {
  const nothing = { language: work.language, languageProbability: null, words: [] }
  if (part.chunks.length === 0) return nothing
  const { words, language, languageProbability, detected } = await transcribe(work, part, options)
  const spans = spanLanguages(detected, part.track, language)
  const found = [...new Set(spans.map((span) => span.language))]
  if (found.every((each) => each === language)) return { language, languageProbability, words }
  const quiet = { signal: options.signal, onProgress: () => undefined }
  const spoken: TimedWord[] = []
  for (const each of found) {
    const within = spans.filter((span) => span.language === each)
    const own = cutPart(part.track, part.span, within)
    if (own.chunks.length === 0) continue
    const again = await transcribe({ ...work, language: each, isForced: true }, own, quiet)
    const before = words.filter(({ start }) =>
      within.some((span) => start >= span.start && start < span.end),
    )
    const isShort = again.words.length < before.length * leastSaidAgain
    spoken.push(...(isShort ? before : again.words).map((word) => ({ ...word, language: each })))
  }
  const main = mainLanguage(spoken) ?? language
  return {
    language: main,
    languageProbability: probabilityOf(main, detected),
    words: spoken.toSorted((a, b) => a.start - b.start),
  }
}

async function transcribe(
  { settings, recording, language, isForced }: Work,
  part: Part,
  { onWords, ...options }: PartOptions,
) {
  const seconds = secondsOf(part.chunks)
  const isWhole =
    recording.channels === 1 && part.chunks.length === 1 && seconds === recording.durationSeconds
  const wav = isWhole ? recording.wav : path.join(path.dirname(recording.wav), 'part.wav')
  try {
    if (!isWhole) {
      const source = { path: recording.wav, channel: part.track.channel }
      const chunks = muteEcho(part.chunks, part.track.echo)
      await copyMono(source, wav, { chunks, signal: options.signal })
    }
    const speech = await speechIn(settings, wav, options.signal)
    const withSpeech: PartWithSpeech = { ...part, speech }
    const run = await runWhisper({
      ...settings,
      ...options,
      wav,
      durationSeconds: seconds,
      language,
      tellsLanguages: !isForced,
      ...(onWords !== undefined && { onSegments: placeAsRecognized(withSpeech, onWords) }),
    })
    const clock = createClock(part.chunks)
    const detected = run.detected.map((answer) => ({ ...answer, ...clock(answer) }))
    return { ...toTranscribed(run, withSpeech), detected }
  } finally {
    if (!isWhole) await rm(wav, { force: true })
  }
}

/** `speech` is what the voice detector found in the chunks, on their joined clock. */
type PartWithSpeech = Part & { speech: readonly Span[] }

/** Empty where the detector is missing or fails: then the levels alone tell where words sound. */
async function speechIn(
  { program, vadModel, runDir, log }: WhisperSettings,
  wav: string,
  signal: AbortSignal,
): Promise<Span[]> {
  const detector = await findWhisperVad(program)
  if (detector === undefined) return []
  try {
    return await findSpeech({ program: detector, model: vadModel, wav, runDir }, signal)
  } catch (error) {
    if (!(error instanceof JobError) || error.code === 'cancelled') throw error
    log?.warn({ code: error.code, reason: error.message }, 'words are placed by loudness alone')
    return []
  }
}

const toTranscribed = (run: WhisperRun, withSpeech: PartWithSpeech): TranscribedPart => ({
  language: run.output.result.language,
  languageProbability: run.languageProbability,
  words: inPlace(placeSegments(spokenIn(run), withSpeech), withSpeech),
})

const spokenIn = ({ output }: WhisperRun): TranscribedSegment[] =>
  output.transcription.flatMap(
    (recognized) => toSpokenSegment(recognized, output.result.language) ?? [],
  )

/** So many segments before new ones are placed anew with them: what follows can move them. */
const unsettledSegments = 2

/** What was placed earlier stays: to place all anew for each window takes seconds of a long part. */
function placeAsRecognized(withSpeech: PartWithSpeech, onWords: (soFar: TranscribedPart) => void) {
  let placed: TimedWord[][] = []
  return (soFar: WhisperRun): void => {
    const spoken = spokenIn(soFar)
    // One more, after which the others begin.
    const from = Math.max(0, placed.length - unsettledSegments - 1)
    const settled = from === 0 ? 0 : 1
    const latest = placeSegments(spoken.slice(from), withSpeech)
    placed = [...placed.slice(0, from + settled), ...latest.slice(settled)]
    onWords({
      language: soFar.output.result.language,
      languageProbability: soFar.languageProbability,
      words: inPlace(placed, withSpeech),
    })
  }
}

/** Moves words out of pauses, then maps their times to the recording. */
function placeSegments(
  spoken: readonly TranscribedSegment[],
  { track, chunks, speech }: PartWithSpeech,
): TimedWord[][] {
  const clock = createClock(chunks)
  // Before mapping times back: until then, a word that is too early is still next to its sound.
  const loudness = { energy: [energyOf(track, chunks)] }
  return settleWords(spoken, loudness, speech).map((segment) => {
    let earliest = 0
    return timedWords(segment).map((word) => {
      const { start, end } = clock(word)
      const placed = { ...word, start: Math.min(end, Math.max(start, earliest)), end }
      earliest = end
      return placed
    })
  })
}

/** On a track that is not cut, a word far from its sentence was said there. */
const inPlace = (segments: TimedWord[][], { track }: Part): TimedWord[] =>
  isCut(track) ? gatherStrays(segments, track.sounding) : segments.flat()

/** The levels of the chunks, concatenated. */
function energyOf({ energy }: Track, chunks: readonly Span[]): Float32Array {
  const steps = chunks.map(({ start, end }) =>
    energy.subarray(Math.round(start / stepSeconds), Math.round(end / stepSeconds)),
  )
  const all = new Float32Array(steps.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const each of steps) {
    all.set(each, at)
    at += each.length
  }
  return all
}
