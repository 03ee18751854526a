/**
 * Where the sound of a track lies on the recording's clock, which begins at zero with the first
 * sound or picture of the file. All three ways of decoding go by it.
 */
import type { Input, InputAudioTrack, InputTrack } from 'mediabunny'
import { readEditList, type EditList } from './edit-list.ts'

/** A part of the demuxer's clock that is heard, in seconds. */
type PlayedSpan = { start: number; end: number }

export type MediaClock = {
  /** Seconds that the demuxer's clock is ahead of the recording's; subtract from its timestamps. */
  startSeconds: number
  /** Seconds of the recording before the track's first sound. */
  lateSeconds: number
  /** The edit list on the recording's clock; undefined if all of the track is heard. */
  played: { silenceSeconds: number; spans: PlayedSpan[] } | undefined
}

/** The clock of a recording from which nothing is cut and whose sound begins at once. */
export const plainClock: MediaClock = { startSeconds: 0, lateSeconds: 0, played: undefined }

/** Containers with edit lists, as the demuxer names them. */
const withEditLists = new Set(['MP4', 'QuickTime File Format'])

/** Reads the clock of an opened file, once, for the track that is decoded. */
export async function readClock(
  path: string,
  input: Input,
  track: InputAudioTrack,
): Promise<MediaClock> {
  const { name } = await input.getFormat()
  const tracks = (await input.getTracks()).filter(
    (each) => each.isAudioTrack() || each.isVideoTrack(),
  )
  const starts = await Promise.all(tracks.map(firstTimestamp))
  const first = (await firstTimestamp(track)) ?? 0
  // Time before zero is cut from a presentation: the encoder's priming, or what an edit leaves out.
  const earliest = starts.reduce<number>((least, each) => Math.min(least, each ?? Infinity), first)
  const startSeconds = Math.max(0, earliest)
  const list = withEditLists.has(name) ? await readEditList(path, track.id) : undefined
  const played = list === undefined ? undefined : placeEdits(list, startSeconds)
  return { startSeconds, lateSeconds: Math.max(0, first - startSeconds), played }
}

/** The time of a track's first packet, in seconds; undefined if it has none that can be read. */
async function firstTimestamp(track: InputTrack): Promise<number | undefined> {
  try {
    return await track.getFirstTimestamp()
  } catch {
    return undefined
  }
}

/**
 * Places edits on the recording's clock. The demuxer's clock runs on from the first edit without
 * cuts. An edit that goes back to sound that an earlier one has is left out.
 */
function placeEdits({ silenceSeconds, edits }: EditList, startSeconds: number) {
  const base = edits[0]?.mediaSeconds ?? 0
  const silence = Math.max(0, silenceSeconds - startSeconds)
  const spans: PlayedSpan[] = []
  for (const { mediaSeconds, durationSeconds } of edits) {
    const start = silence + mediaSeconds - base
    if (start < (spans.at(-1)?.end ?? 0)) continue
    spans.push({ start, end: start + durationSeconds })
  }
  return { silenceSeconds: silence, spans }
}

/** Seconds of the recording, from the time at which the track ends on the demuxer's clock. */
export function recordingSeconds({ startSeconds, played }: MediaClock, endSeconds: number): number {
  // Some writers give the length of what the file holds instead of the time at which it ends.
  const end = endSeconds > startSeconds ? endSeconds - startSeconds : endSeconds
  if (played === undefined) return end
  return played.spans.reduce(
    (sum, span) => sum + Math.max(0, Math.min(span.end, end) - span.start),
    Math.min(played.silenceSeconds, end),
  )
}
