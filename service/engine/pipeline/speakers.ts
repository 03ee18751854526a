/** Attributes words to speakers: by track if there are two, otherwise by voice. */
import type { TranscribeOptions, SpokenSegment, Transcription, Voice } from '../engine.ts'
import { toMilliseconds } from '../whisper/word-times.ts'
import type { TranscriptionWork, PipelineDeps } from './deps.ts'
import type { TranscribedTracks } from './transcribe-tracks.ts'
import { toTurns } from './line-spans.ts'
import { togetherInMono } from './overlaps.ts'
import { assignSpeakers } from './turns.ts'
import { findVoices, voiceOfTrack, type VoicesAhead } from './voices.ts'

type Work = TranscriptionWork & { transcribed: TranscribedTracks; ahead: VoicesAhead }
type Attributed = Pick<Transcription, 'segments' | 'speakers'>

/**
 * Returns segments in order, each with its speaker, and the speakers ordered by their first words.
 */
export async function attributeSpeakers(
  deps: PipelineDeps,
  work: Work,
  options: TranscribeOptions,
): Promise<Attributed> {
  const { recording, transcribed } = work
  if (recording.tracks.length === 1) return byVoice(deps, work, options)
  const tracks = transcribed.tracks.map(({ words }, at) =>
    words.map((word) => ({ ...word, speaker: at })),
  )
  const voices: (Voice | null)[] = []
  for (const track of transcribed.tracks) {
    voices.push(await voiceOfTrack(deps, { ...work, ...track }, options))
  }
  return inOrder(toTurns(tracks, recording.tracks, transcribed.language), voices)
}

async function byVoice(
  deps: PipelineDeps,
  work: Work,
  options: TranscribeOptions,
): Promise<Attributed> {
  const { recording, transcribed, request } = work
  const words = transcribed.tracks[0]?.words ?? []
  const { turns, overlaps, voices } = await findVoices(deps, { ...work, words }, options)
  const speakers = assignSpeakers(words, turns, transcribed.language)
  const spoken = words.map((word, at) => ({ ...word, speaker: speakers[at] ?? 0 }))
  return inOrder(
    toTurns(
      [spoken],
      recording.tracks,
      transcribed.language,
      togetherInMono(turns, overlaps ?? []),
    ),
    request.withVoices === true ? voices : [],
  )
}

/** Numbers the speakers by their first words and drops those without words, in overlaps as well. */
function inOrder(
  segments: readonly SpokenSegment[],
  voices: readonly (Voice | null)[],
): Attributed {
  const order = [...new Set(segments.map(({ speaker }) => speaker))]
  const speakers = order.map((index) => {
    const own = segments.filter(({ speaker }) => speaker === index)
    const seconds = own.reduce((sum, { start, end }) => sum + end - start, 0)
    return { voice: voices[index] ?? null, seconds: toMilliseconds(seconds) }
  })
  return {
    segments: segments.map((segment) => renumbered(segment, order)),
    speakers,
  }
}

function renumbered(
  { overlaps = [], ...segment }: SpokenSegment,
  order: readonly number[],
): SpokenSegment {
  const told = overlaps
    .map((span) => ({ ...span, speaker: order.indexOf(span.speaker) }))
    .filter(({ speaker }) => speaker >= 0)
  const speaker = order.indexOf(segment.speaker)
  return { ...segment, speaker, ...(told.length > 0 && { overlaps: told }) }
}
