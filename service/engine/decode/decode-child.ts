/**
 * Entry point of the child process that reads untrusted recordings. Arguments: FILE WAV
 * [SECONDS], to stop after so many. Writes JSON lines to stdout: the file's properties, progress, and finally the result or the failure.
 */
import { JobError } from '../../core/errors.ts'
import type { MediaFacts } from '../engine.ts'
import { createGroupDecoder, decodeTrack } from './decode-track.ts'
import { keepHeard } from './edited-writer.ts'
import { recordingSeconds } from './media-clock.ts'
import { openMedia, type OpenedMedia } from './open-media.ts'
import { decodePcmTrack } from './pcm-track.ts'
import { createPcmWriter, longestGapSeconds, longestSeconds, type PcmWriter } from './pcm-writer.ts'
import { decodeWithFfmpeg, ffmpegChannels, findFfmpeg, probeWithFfmpeg } from './system-ffmpeg.ts'

const answer = (line: Record<string, unknown>): void =>
  void process.stdout.write(`${JSON.stringify(line)}\n`)

type Tools = { ffmpeg: string; ffprobe: string; demuxer: string }

/**
 * Returns the owner's ffmpeg if it can read this container; otherwise throws an error that says
 * what to do.
 */
async function requireFfmpeg(media: OpenedMedia): Promise<Tools> {
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

async function factsOf(media: OpenedMedia, file: string): Promise<MediaFacts> {
  if (media.track !== undefined) return media.facts
  const { ffprobe, demuxer } = await requireFfmpeg(media)
  return probeWithFfmpeg(ffprobe, demuxer, file)
}

async function decode(file: string, target: string, mostSeconds: number): Promise<void> {
  const media = await openMedia(file)
  try {
    const facts = await factsOf(media, file)
    if (facts.durationSeconds > longestSeconds) {
      throw new JobError('media_too_long', 'The recording is longer than 10 hours.')
    }
    const { writer, isDamaged } = await writeSound(
      media,
      { file, target, mostSeconds },
      {
        // Reported only now: a header may promise audio that does not exist.
        onFirstSound: () => answer({ readable: facts }),
        onSeconds: (seconds) =>
          answer({ progress: Math.min(1, seconds / (facts.durationSeconds || seconds || 1)) }),
      },
    )
    const result = await writer.close()
    if (result.durationSeconds === 0) {
      throw new JobError('no_audio_stream', 'The file has an audio track without any sound in it.')
    }
    answer({ ok: true, facts, ...result, isDamaged })
  } finally {
    media.close()
  }
}

type Told = { onFirstSound: () => void; onSeconds: (seconds: number) => void }

/** Decodes with the PCM reader, one of our decoders, or else ffmpeg. */
async function writeSound(
  media: OpenedMedia,
  { file, target, mostSeconds }: { file: string; target: string; mostSeconds: number },
  { onFirstSound, onSeconds }: Told,
): Promise<{ writer: PcmWriter; isDamaged: boolean }> {
  const { track, clock } = media
  const { startSeconds } = clock
  const limits = { onFirstSound, mostSeconds }
  const codec = await track?.getCodec()
  if (track !== undefined && /^(pcm-|ulaw|alaw)/.test(codec ?? '')) {
    const channels = await track.getNumberOfChannels()
    const source = { sampleRate: await track.getSampleRate(), channels }
    const plain = await createPcmWriter(target, source, limits)
    const writer = keepHeard(plain, source.sampleRate, clock.heard)
    return { writer, ...(await decodePcmTrack({ track, startSeconds }, writer, onSeconds)) }
  }
  const decoder = track === undefined ? undefined : await createGroupDecoder(track)
  if (track !== undefined && decoder !== undefined) {
    const plain = await createPcmWriter(target, decoder, limits)
    const writer = keepHeard(plain, decoder.sampleRate, clock.heard)
    return { writer, ...(await decodeTrack({ track, startSeconds }, decoder, writer, onSeconds)) }
  }
  const { ffmpeg, demuxer } = await requireFfmpeg(media)
  const source = { sampleRate: 16_000, channels: ffmpegChannels }
  // ffmpeg leaves out what an edit list cuts, but only by whole packets.
  const heardSeconds = clock.heard === undefined ? Infinity : recordingSeconds(clock, Infinity)
  const writer = await createPcmWriter(target, source, limits)
  const input = { demuxer, file, isPadded: clock.lateSeconds < longestGapSeconds, heardSeconds }
  return { writer, ...(await decodeWithFfmpeg(ffmpeg, input, writer, onSeconds)) }
}

try {
  const [file, target, most = Infinity] = process.argv.slice(2)
  if (file === undefined || target === undefined) throw new Error('usage: FILE WAV [SECONDS]')
  await decode(file, target, Number(most))
} catch (error) {
  // A library's error message goes to the log; the owner gets a readable sentence.
  if (!(error instanceof JobError)) process.stderr.write(`${String(error)}\n`)
  const { code, message } =
    error instanceof JobError
      ? error
      : new JobError(
          'decode_failed',
          'The file is damaged, or holds no recording that can be read.',
        )
  answer({ ok: false, code, message })
}
// The native decoder keeps threads alive, so exit explicitly once stdout is flushed.
process.stdout.write('', () => process.exit(0))
