/** Decodes one track with the PCM reader, one of our decoders, or else the owner's ffmpeg. */
import { JobError } from '../../core/errors.ts'
import { createGroupDecoder, decodeTrack } from './decode-track.ts'
import { keepPlayed } from './edited-writer.ts'
import { recordingSeconds } from './media-clock.ts'
import type { OpenedTrack, OpenedMedia } from './open-media.ts'
import { decodePcmTrack } from './pcm-track.ts'
import {
  createPcmWriter,
  longestGapSeconds,
  type PcmOptions,
  type PcmResult,
  type PcmWriter,
} from './pcm-writer.ts'
import { decodeWithFfmpeg, ffmpegChannels, findFfmpeg } from './system-ffmpeg.ts'

type Tools = { ffmpeg: string; ffprobe: string; demuxer: string }

/**
 * Returns the owner's ffmpeg if it can read this container; otherwise throws an error that says
 * what to do.
 */
export async function requireFfmpeg(media: OpenedMedia): Promise<Tools> {
  const tools = await findFfmpeg()
  if (tools !== undefined && media.demuxer !== undefined)
    return { ...tools, demuxer: media.demuxer }
  const codec = media.facts.audioTracks[0]?.codec ?? media.facts.container
  const advice =
    process.platform === 'linux'
      ? 'Install ffmpeg, or for common formats libasound2'
      : 'Install ffmpeg'
  throw new JobError(
    'unsupported_media',
    `Audio of the kind "${codec}" needs a decoder that is not installed. ${advice}, and try again.`,
  )
}

export type TrackResult = PcmResult & { isDamaged: boolean }

type Job = PcmOptions & {
  file: string
  target: string
  onSeconds: (seconds: number) => void
}

/**
 * Writes the sound of one track to `target`. Throws `unsupported_media` if it needs an ffmpeg that
 * is not installed, `decode_failed` if nothing could be decoded, and `media_too_long`.
 */
export async function writeTrack(
  media: OpenedMedia,
  opened: OpenedTrack,
  job: Job,
): Promise<TrackResult> {
  const { writer, isDamaged } = await decodeToWriter(media, opened, job)
  return { ...(await writer.close()), isDamaged }
}

async function decodeToWriter(
  media: OpenedMedia,
  { track, place, clock }: OpenedTrack,
  job: Job,
): Promise<{ writer: PcmWriter; isDamaged: boolean }> {
  const { startSeconds } = clock
  const { target, onSeconds } = job
  const codec = await track?.getCodec()
  if (track !== undefined && /^(pcm-|ulaw|alaw)/.test(codec ?? '')) {
    const channels = await track.getNumberOfChannels()
    const source = { sampleRate: await track.getSampleRate(), channels }
    const plain = await createPcmWriter(target, source, job)
    const writer = keepPlayed(plain, source.sampleRate, clock.played)
    return { writer, ...(await decodePcmTrack({ track, startSeconds }, writer, onSeconds)) }
  }
  const decoder = track === undefined ? undefined : await createGroupDecoder(track)
  if (track !== undefined && decoder !== undefined) {
    const plain = await createPcmWriter(target, decoder, job)
    const writer = keepPlayed(plain, decoder.sampleRate, clock.played)
    return { writer, ...(await decodeTrack({ track, startSeconds }, decoder, writer, onSeconds)) }
  }
  const { ffmpeg, demuxer } = await requireFfmpeg(media)
  const source = { sampleRate: 16_000, channels: ffmpegChannels }
  const writer = await createPcmWriter(target, source, job)
  const input = {
    demuxer,
    file: job.file,
    range: media.range,
    place,
    isPadded: clock.lateSeconds < longestGapSeconds,
    // ffmpeg leaves out what an edit list cuts, but only by whole packets.
    playedSeconds: clock.played === undefined ? Infinity : recordingSeconds(clock, Infinity),
  }
  return { writer, ...(await decodeWithFfmpeg(ffmpeg, input, writer, onSeconds)) }
}
