/** Identifies a file by its bytes, never its name: container, tracks and duration. */
import { open } from 'node:fs/promises'
import {
  ADTS,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WAVE,
  WEBM,
  type InputAudioTrack,
} from 'mediabunny'
import { JobError } from '../../core/errors.ts'
import type { MediaFacts } from '../engine.ts'
import { plainClock, readClock, recordingSeconds, type MediaClock } from './media-clock.ts'
import { codecOf } from './codec-of.ts'
import { chooseTracks } from './choose-tracks.ts'
import { createMediaSource } from './media-source.ts'
import { findOggLinks, type ByteRange } from './ogg-links.ts'
import { sniffMedia } from './sniff-media.ts'

/** The containers we read. None is a playlist format, so an upload cannot refer to other files. */
const formats = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, ADTS, FLAC, MPEG_TS]

/**
 * The demuxer to force in a system ffmpeg, by container name or by the
 * extension that file-type reports.
 */
const demuxers: Record<string, string> = {
  MP4: 'mov',
  'QuickTime File Format': 'mov',
  Matroska: 'matroska',
  WebM: 'matroska',
  MP3: 'mp3',
  WAVE: 'wav',
  Ogg: 'ogg',
  ADTS: 'aac',
  FLAC: 'flac',
  'MPEG Transport Stream': 'mpegts',
  aif: 'aiff',
  amr: 'amr',
  avi: 'avi',
  mpg: 'mpeg',
  ac3: 'ac3',
}

/** No device records above four times 192 kHz. */
const highestRate = 768_000

export type OpenedTrack = {
  /** Undefined if we do not read this container. */
  track: InputAudioTrack | undefined
  /** Its place among the file's audio tracks, from 0. */
  place: number
  clock: MediaClock
}

export type OpenedMedia = {
  facts: MediaFacts
  /** ffmpeg's name for the container; undefined if it has none. */
  demuxer: string | undefined
  /** The tracks that are heard together; never empty. */
  tracks: OpenedTrack[]
  /** The part of the file that this is; undefined for all of it. */
  range?: ByteRange | undefined
  close: () => void
}

/**
 * Opens a recording: a single entry, or the links of a chained Ogg file in order. One that cannot
 * be read is left out as long as another one can. Throws what `openMedia` throws.
 */
export async function openLinks(path: string): Promise<OpenedMedia[]> {
  const file = await open(path)
  const ranges = await findOggLinks(file).finally(() => file.close())
  if (ranges.length === 1) return [await openMedia(path)]
  const links: OpenedMedia[] = []
  let failure: unknown
  for (const range of ranges) {
    try {
      links.push(await openMedia(path, range))
    } catch (error) {
      failure ??= error
    }
  }
  if (links.length === 0) throw failure
  return links
}

/**
 * Opens a recording. Throws `unsupported_media` if its bytes match no accepted container,
 * `decode_failed` if the container is damaged, and `no_audio_stream` if it holds no audio.
 */
async function openMedia(path: string, range?: ByteRange): Promise<OpenedMedia> {
  const head = await readHead(path)
  if (head.length === 0) throw new JobError('no_audio_stream', 'The file is empty.')
  const source = await createMediaSource(await open(path), range)
  const input = new Input({ source, formats })
  const isReadable = (await input.canRead()) && (await isReallyAudio(input, head))
  if (!isReadable) {
    input.dispose()
    return openForeign(head)
  }
  try {
    return { ...(await describe(path, input)), range }
  } catch (error) {
    input.dispose()
    if (error instanceof JobError) throw error
    throw damaged(error)
  }
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4100), 0, 4100, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** MP3 and ADTS are identified by two bytes that also occur in images and text, so double-check. */
async function isReallyAudio(input: Input, head: Uint8Array): Promise<boolean> {
  const { name } = await input.getFormat()
  if (name !== 'MP3' && name !== 'ADTS') return true
  const isTagged = head[0] === 0x49 && head[1] === 0x44 && head[2] === 0x33
  const isFrame = head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0
  if (isTagged || isFrame) return true
  const type = await sniffMedia(head)
  return type === undefined || type.mime.startsWith('audio/')
}

/** AMR, AIFF, AVI and MPEG program streams: accepted types that need a different reader. */
async function openForeign(head: Uint8Array): Promise<OpenedMedia> {
  const type = await sniffMedia(head)
  const demuxer = type === undefined ? undefined : demuxers[type.ext]
  if (type === undefined || demuxer === undefined) {
    throw new JobError(
      'unsupported_media',
      type === undefined
        ? 'The content of the file is no audio or video format known here.'
        : `The file holds ${type.mime}, which is no audio or video format accepted here.`,
    )
  }
  const facts = { container: type.ext, durationSeconds: 0, hasVideo: false, audioTracks: [] }
  const tracks = [{ track: undefined, place: 0, clock: plainClock }]
  return { facts, demuxer, tracks, close: () => undefined }
}

async function describe(path: string, input: Input): Promise<OpenedMedia> {
  const { name } = await input.getFormat()
  const tracks = await input.getTracks()
  const audio = await input.getAudioTracks()
  const chosen = await chooseTracks(input)
  if (tracks.length === 0) throw damaged(new Error('the container lists no tracks'))
  if (chosen.length === 0) throw new JobError('no_audio_stream', 'The file holds no audio.')
  // A rate in the millions means damage, and would take gigabytes per second of audio.
  for (const { track } of chosen) {
    if ((await track.getSampleRate()) > highestRate)
      throw damaged(new Error('its rate is unheard of'))
  }
  const audioTracks = []
  for (const each of audio) {
    audioTracks.push({
      codec: (await codecOf(each)) ?? String((await each.getInternalCodecId()) ?? 'unknown'),
      channels: await each.getNumberOfChannels(),
      sampleRate: await each.getSampleRate(),
    })
  }
  const opened: OpenedTrack[] = []
  let durationSeconds = 0
  for (const { track, place } of chosen) {
    const clock = await readClock(path, input, track)
    const end = (await track.getDurationFromMetadata()) ?? (await track.computeDuration())
    durationSeconds = Math.max(durationSeconds, recordingSeconds(clock, end))
    opened.push({ track, place, clock })
  }
  const facts = {
    container: name,
    durationSeconds,
    hasVideo: tracks.some((each) => each.isVideoTrack()),
    audioTracks,
  }
  return { facts, demuxer: demuxers[name], tracks: opened, close: () => input.dispose() }
}

function damaged(error: unknown): JobError {
  const reason = error instanceof Error ? error.message : String(error)
  return new JobError('decode_failed', `The file is damaged and cannot be read: ${reason}`)
}
