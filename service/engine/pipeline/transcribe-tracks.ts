/** Transcribes every part of every track, each in the language that its track is spoken in. */
import type { TranscribeOptions } from '../engine.ts'
import { splitAtPauses } from '../sound/spans.ts'
import { dropEcho } from './drop-echo.ts'
import { mainLanguage } from './language-spans.ts'
import { transcribePart, planPart, type Part } from './transcribe-part.ts'
import type { TranscriptionWork, PipelineDeps } from './deps.ts'
import { TranscribedPart, onlyOnce, partKey, createShares, keepPlan } from './parts.ts'
import type { Recording } from './recording.ts'
import type { TimedWord } from './segments.ts'
import { toLines } from './partial-lines.ts'
import { fitPrompt } from './prompt.ts'
import { toTerms } from '../whisper/terms.ts'
import { isByVoice } from './voices.ts'

/** Long enough for cuts to cost nothing, short enough to lose little in a crash. */
export const partSeconds = 600

type TranscribedTrack = { channel: number | null; words: TimedWord[] }
export type TranscribedTracks = {
  /** In the order of the recording's tracks. */
  tracks: TranscribedTrack[]
  language: string
  languageProbability: number | null
  droppedWords: number
}

/**
 * Transcribes the parts that are not stored yet. A track is expected to go on in its language, and to
 * begin in that of the other one, until something else is heard.
 */
export async function transcribeTracks(
  deps: PipelineDeps,
  work: TranscriptionWork,
  options: TranscribeOptions,
): Promise<TranscribedTracks> {
  const { recording, weights, request } = work
  const { tracks } = recording
  const parts = planParts(recording)
  const shares = createShares(parts, { hasSpeakers: isByVoice(request, tracks) })
  const terms = toTerms(request.vocabulary)
  const prompt = await fitPrompt(weights.path, request.prompt)
  const expected = [...terms, prompt.prompt].filter(Boolean).join('\n')
  const keys = parts.map((part) => keyOf(part, work, expected))
  const planned = keys.map((key, at) => ({ key, share: shares.parts[at] ?? 0 }))
  await keepPlan(options.parts, work, planned)
  const models = { ...weights, model: weights.path, vadModel: work.vadModel }
  const settings = { ...deps, ...prompt, ...models, terms }
  const words = tracks.map((): TimedWord[] => [])
  let block = tracks.map((): TimedWord[] => [])
  const isForced = weights.language !== 'auto'
  const spoken = tracks.map((): string | undefined => undefined)
  const probabilities = new Map<string, number | null>()
  const mostSpoken = (latest: TimedWord[], probability: number | null) => {
    const all = [...words.flat(), ...latest]
    const language = isForced ? weights.language : (mainLanguage(all) ?? 'en')
    return { language, languageProbability: probabilities.get(language) ?? probability }
  }
  for (const [at, part] of parts.entries()) {
    const onProgress = (fraction: number) => options.onProgress(shares.at(at, fraction))
    const track = at % tracks.length
    const position = (at - track) / tracks.length
    if (track === 0) block = tracks.map(() => [])
    const language = spoken[track] ?? spoken.find(Boolean) ?? weights.language
    const run = { settings, recording, language, isForced }
    const stored = { key: keys[at] ?? '', schema: TranscribedPart }
    const show = async (found: TranscribedPart, isWhole: boolean): Promise<void> => {
      block[track] = found.words.map((word) => ({ language: found.language, ...word }))
      const lines = withoutEcho(recording, block)
      const most = mostSpoken(block.flat(), found.languageProbability)
      await options.onLines?.(toLines(work, lines, { ...most, position, isWhole }))
    }
    const onWords = (soFar: TranscribedPart): void => {
      show(soFar, false).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'lines heard so far were not shown')
      })
    }
    const { signal, onLines } = options
    const transcribed = await onlyOnce(options.parts, stored, () =>
      transcribePart(run, part, { signal, onProgress, ...(onLines && { onWords }) }),
    )
    onProgress(1)
    const { language: own, words: found } = transcribed
    if (!isForced && found.length > 0) {
      spoken[track] = own
      probabilities.set(own, probabilities.get(own) ?? transcribed.languageProbability)
    }
    await show(transcribed, track === tracks.length - 1)
    words[track]?.push(...(block[track] ?? []))
  }
  return { ...withoutEcho(recording, words), ...mostSpoken([], null) }
}

function planParts({ loudness, durationSeconds, tracks }: Recording): Part[] {
  const spans = splitAtPauses(loudness, durationSeconds, partSeconds)
  return spans.flatMap((span) => tracks.map((track) => planPart(track, span)))
}

/**
 * Contains the requested language only, since a detected one follows from earlier parts. The part's
 * kind, `stretch` and `vocabulary` keep their old names because stored keys are hashes of them.
 */
function keyOf({ track, span }: Part, work: TranscriptionWork, expected: string): string {
  const { id, language, translate } = work.weights
  const sound = work.recording.fingerprint
  const { channel } = track
  return partKey('heard', {
    id,
    language,
    translate,
    vocabulary: expected,
    sound,
    channel,
    stretch: span,
  })
}

function withoutEcho(recording: Recording, words: TimedWord[][]) {
  const kept = recording.tracks.map((track, at) =>
    dropEcho(track, words[at] ?? [], words.filter((_, other) => other !== at).flat()),
  )
  const count = (lists: TimedWord[][]) => lists.reduce((sum, list) => sum + list.length, 0)
  return {
    tracks: recording.tracks.map(({ channel }, at) => ({ channel, words: kept[at] ?? [] })),
    droppedWords: count(words) - count(kept),
  }
}
