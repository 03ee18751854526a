/** The owner's ffmpeg, for formats our decoders do not read: AMR, AVI, HE-AAC, AC-3 … */
import { spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { JobError } from '../../core/errors.ts'
import type { MediaFacts } from '../engine.ts'
import { sampleRate } from '../sound/wav.ts'
import type { ByteRange } from './ogg-links.ts'
import { longestSeconds, type PcmWriter } from './pcm-writer.ts'

/** ffmpeg always writes two channels; mono becomes two equal ones. */
export const ffmpegChannels = 2

// Force the demuxer and allow only local files, so that ffmpeg follows no playlist or stream URL
// inside an upload.
const safeInput = (demuxer: string, file: string, range?: ByteRange): string[] => [
  '-protocol_whitelist',
  range === undefined ? 'file,pipe' : 'file,pipe,subfile',
  '-f',
  demuxer,
  '-i',
  range === undefined
    ? `file:${path.resolve(file)}`
    : `subfile,,start,${range.start},end,${range.end},,:${path.resolve(file)}`,
]

/** Looks for `ffmpeg` and `ffprobe` on PATH. */
export async function findFfmpeg(): Promise<{ ffmpeg: string; ffprobe: string } | undefined> {
  const ending = process.platform === 'win32' ? '.exe' : ''
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    const ffmpeg = path.join(folder, `ffmpeg${ending}`)
    const ffprobe = path.join(folder, `ffprobe${ending}`)
    const isThere = await Promise.all([
      access(ffmpeg, constants.X_OK),
      access(ffprobe, constants.X_OK),
    ]).then(
      () => true,
      () => false,
    )
    if (isThere && folder !== '') return { ffmpeg, ffprobe }
  }
  return undefined
}

/**
 * Reads container, tracks and duration with ffprobe. Throws `decode_failed` or `no_audio_stream`.
 */
export async function probeWithFfmpeg(
  ffprobe: string,
  demuxer: string,
  file: string,
): Promise<MediaFacts> {
  const entries = 'format=duration:stream=codec_type,codec_name,channels,sample_rate'
  const args = ['-v', 'error', ...safeInput(demuxer, file), '-show_entries', entries, '-of', 'json']
  const child = spawn(ffprobe, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  for await (const chunk of child.stdout) text = (text + chunk).slice(0, 1 << 20)
  return readFacts(demuxer, text)
}

function readFacts(demuxer: string, text: string): MediaFacts {
  const answer = parse(text)
  const streams = Array.isArray(answer['streams']) ? answer['streams'].map(record) : []
  if (streams.length === 0) throw new JobError('decode_failed', 'The file is damaged.')
  const audio = streams.filter((stream) => stream['codec_type'] === 'audio')
  if (audio.length === 0) throw new JobError('no_audio_stream', 'The file holds no audio.')
  const duration = Number(record(answer['format'])['duration'])
  return {
    container: demuxer,
    durationSeconds: Number.isFinite(duration) ? duration : 0,
    hasVideo: streams.some((stream) => stream['codec_type'] === 'video'),
    audioTracks: audio.map((stream) => ({
      codec: String(stream['codec_name'] ?? 'unknown'),
      channels: Number(stream['channels']) || 1,
      sampleRate: Number(stream['sample_rate']) || 0,
    })),
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return record(JSON.parse(text))
  } catch {
    // ffprobe prints no usable JSON for a file it cannot read; the caller reports that.
    return {}
  }
}

function record(value: unknown): Record<string, unknown> {
  // Each value is checked where it is used.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/**
 * Fills only the time before the first sound. ffmpeg's clock already begins at zero with the first
 * sound or picture; a gap later on may come from a damaged clock, and is left as it is.
 */
const padding = ['-af', 'aresample=min_comp=0.001:min_hard_comp=1000000:first_pts=0']

type FfmpegSource = {
  demuxer: string
  file: string
  /** The part of the file to decode; undefined for all of it. */
  range: ByteRange | undefined
  /** Whether a track that begins late is preceded by silence. */
  isPadded: boolean
  /** Which of the file's audio tracks to decode, from 0. */
  place: number
  /** Where the recording ends by its edit list; Infinity without one. */
  playedSeconds: number
}

/** Decodes one audio track through a pipe of raw samples. Throws `decode_failed`. */
export async function decodeWithFfmpeg(
  ffmpeg: string,
  source: FfmpegSource,
  writer: PcmWriter,
  onSeconds: (seconds: number) => void,
): Promise<{ isDamaged: boolean }> {
  const shape = ['-ac', String(ffmpegChannels), '-ar', String(sampleRate), '-f', 's16le', 'pipe:1']
  const most = Math.min(longestSeconds + 1, writer.mostSeconds, source.playedSeconds)
  const limit = ['-t', String(most), ...(source.isPadded ? padding : [])]
  const input = ['-v', 'error', '-nostdin', ...safeInput(source.demuxer, source.file, source.range)]
  const args = [...input, '-map', `0:a:${source.place}`, '-vn', '-sn', '-dn', ...limit, ...shape]
  const child = spawn(ffmpeg, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let lastLine = ''
  createInterface({ input: child.stderr }).on('line', (line) => (lastLine = line.slice(0, 300)))
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of child.stdout) {
    const bytes: Buffer = Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % 4)
    await writer.write(toPlanes(bytes.subarray(0, whole)))
    rest = bytes.subarray(whole)
    onSeconds(writer.position())
  }
  const code = await closed
  if (code !== 0 && writer.position() === 0) {
    throw new JobError('decode_failed', `The file could not be decoded: ${lastLine}`)
  }
  return { isDamaged: code !== 0 }
}

function toPlanes(bytes: Buffer): Float32Array[] {
  const frames = bytes.length / 4
  const planes = [new Float32Array(frames), new Float32Array(frames)] as const
  for (let frame = 0; frame < frames; frame += 1) {
    planes[0][frame] = bytes.readInt16LE(frame * 4) / 32_768
    planes[1][frame] = bytes.readInt16LE(frame * 4 + 2) / 32_768
  }
  return [...planes]
}
