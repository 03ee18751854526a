/** Who said what: by track where there are two, else by voice. */
import type { HeardSpeaker, HearOptions, SpokenSegment, Transcription } from '../engine.ts'
import type { HearWork, PipelineDeps } from './deps.ts'
import type { Heard } from './hear-tracks.ts'
import { toSegments, type SpokenWord } from './segments.ts'
import { assignSpeakers } from './turns.ts'
import { findVoices, voiceOfTrack } from './voices.ts'

type Work = HearWork & { heard: Heard }
type Told = Pick<Transcription, 'segments' | 'speakers'>

/** Segments in order, each with its speaker, and the speakers in the order of their first words. */
export async function tellSpeakers(
  deps: PipelineDeps,
  work: Work,
  options: HearOptions,
): Promise<Told> {
  const { recording, heard } = work
  if (recording.tracks.length === 1) return byVoice(deps, work, options)
  const tracks = heard.tracks.map(({ words }, at) =>
    words.map((word) => ({ ...word, speaker: at })),
  )
  const speakers: Known[] = []
  for (const { channel, words } of heard.tracks) {
    const voice = await voiceOfTrack(deps, { ...work, channel, words }, options)
    speakers.push({ channel, voice })
  }
  return inOrder(toTurns(tracks, heard.language), speakers)
}

async function byVoice(deps: PipelineDeps, work: Work, options: HearOptions): Promise<Told> {
  const { heard, request } = work
  const words = heard.tracks[0]?.words ?? []
  const { turns, voices } = await findVoices(deps, { ...work, words }, options)
  const speakers = assignSpeakers(words, turns, heard.language)
  const spoken = words.map((word, at) => ({ ...word, speaker: speakers[at] ?? 0 }))
  const known = voices.map((voice) => ({
    channel: null,
    voice: request.withVoices === true ? voice : null,
  }))
  return inOrder(toTurns([spoken], heard.language), known)
}

/** The segments of all tracks, by when they begin. */
const toTurns = (tracks: SpokenWord[][], language: string): SpokenSegment[] =>
  tracks
    .flatMap((words) => toSegments(words, language))
    .toSorted((a, b) => a.start - b.start || a.end - b.end)

type Known = Pick<HeardSpeaker, 'channel' | 'voice'>

/** Numbers the speakers by their first words and leaves out who says nothing. */
function inOrder(segments: readonly SpokenSegment[], known: readonly Known[]): Told {
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
