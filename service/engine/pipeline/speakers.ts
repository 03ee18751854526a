/** Who said what: by track where there are two, else by voice. */
import type { HeardSpeaker, HearOptions, SpokenSegment, Transcription } from '../engine.ts'
import type { HearWork, PipelineDeps } from './deps.ts'
import type { Heard } from './hear-tracks.ts'
import { toSegments, type SpokenWord } from './segments.ts'

type Work = HearWork & { heard: Heard }
type Told = Pick<Transcription, 'segments' | 'speakers'>

export async function tellSpeakers(
  _deps: PipelineDeps,
  { heard }: Work,
  _options: HearOptions,
): Promise<Told> {
  const tracks = heard.tracks.map(({ words }, at) =>
    words.map((word) => ({ ...word, speaker: at })),
  )
  const speakers = heard.tracks.map(({ channel }) => ({ channel, voice: null }))
  return inOrder(toTurns(tracks, heard.language), speakers)
}

/** The segments of all tracks, by when they begin. */
const toTurns = (tracks: SpokenWord[][], language: string): SpokenSegment[] =>
  tracks
    .flatMap((words) => toSegments(words, language))
    .toSorted((a, b) => a.start - b.start || a.end - b.end)

/** Numbers the speakers by their first words and leaves out who says nothing. */
function inOrder(
  segments: readonly SpokenSegment[],
  known: readonly Pick<HeardSpeaker, 'channel' | 'voice'>[],
): Told {
  const order = [...new Set(segments.map(({ speaker }) => speaker))]
  const speakers = order.map((index) => {
    const own = segments.filter(({ speaker }) => speaker === index)
    const seconds = own.reduce((sum, { start, end }) => sum + end - start, 0)
    const { channel = null, voice = null } = known[index] ?? {}
    return { channel, voice, seconds: Math.round(seconds * 1000) / 1000 }
  })
  return {
    segments: segments.map((segment) => ({ ...segment, speaker: order.indexOf(segment.speaker) })),
    speakers,
  }
}
