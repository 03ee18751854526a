/**
 * The edit list of an MP4 or QuickTime track: which parts of its sound are heard, and when
 * (ISO/IEC 14496-12, 8.6.6). The demuxer reads only where the first edit begins, so what somebody
 * cut away at the end or in the middle would be heard.
 */
import { open, type FileHandle } from 'node:fs/promises'
import { readAt } from './read-at.ts'

/** A span of a track that is heard, in seconds of `mediaSeconds`, the track's own clock. */
type Edit = {
  mediaSeconds: number
  /** Infinity: to the end of the track. */
  durationSeconds: number
}

export type EditList = {
  /** Seconds of silence before the first edit. */
  silenceSeconds: number
  /** In the order of the presentation; never empty. */
  edits: Edit[]
}

type Box = { type: string; start: number; end: number }

/** A header with more boxes than this is damaged. */
const mostBoxes = 10_000
const mostEdits = 10_000

/** 1.0 as a 16.16 fixed-point number. */
const normalSpeed = 0x10000

/**
 * Reads the edit list of the track with this id. Returns undefined if the track has none, or one
 * that cannot be read: then the whole track is heard.
 */
export async function readEditList(path: string, trackId: number): Promise<EditList | undefined> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const movie = await findBox(file, { start: 0, end: size }, 'moov')
    if (movie === undefined) return undefined
    const isFragmented = (await findBox(file, movie, 'mvex')) !== undefined
    const movieScale = await readTimescale(file, await findBox(file, movie, 'mvhd'))
    for (const track of await listBoxes(file, movie)) {
      if (track.type !== 'trak' || (await readTrackId(file, track)) !== trackId) continue
      const media = await findBox(file, track, 'mdia')
      const trackScale = await readTimescale(file, media && (await findBox(file, media, 'mdhd')))
      const holder = await findBox(file, track, 'edts')
      const list = holder && (await findBox(file, holder, 'elst'))
      if (list === undefined || movieScale === 0 || trackScale === 0) return undefined
      return parseEdits(await readBox(file, list), { movieScale, trackScale, isFragmented })
    }
    return undefined
  } finally {
    await file.close()
  }
}

type Scales = { movieScale: number; trackScale: number; isFragmented: boolean }

function parseEdits(bytes: Buffer, scales: Scales): EditList | undefined {
  if (bytes.length < 8) return undefined
  const isWide = bytes[0] === 1
  const width = isWide ? 20 : 12
  const count = Math.min(bytes.readUInt32BE(4), Math.floor((bytes.length - 8) / width), mostEdits)
  const edits: Edit[] = []
  let silenceSeconds = 0
  for (let at = 8; at < 8 + count * width; at += width) {
    const duration = isWide ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at)
    const time = isWide ? Number(bytes.readBigInt64BE(at + 8)) : bytes.readInt32BE(at + 4)
    const seconds = duration / scales.movieScale
    // The demuxer, too, disregards a list that changes the speed.
    if (time >= 0 && bytes.readInt32BE(at + width - 4) !== normalSpeed) return undefined
    if (time >= 0) {
      const durationSeconds = seconds === 0 ? Infinity : seconds
      edits.push({ mediaSeconds: time / scales.trackScale, durationSeconds })
    } else if (edits.length === 0) {
      silenceSeconds += seconds
    }
  }
  const last = edits.at(-1)
  if (last === undefined) return undefined
  // A file that grows while it is recorded cannot know its length when this list is written.
  if (scales.isFragmented) last.durationSeconds = Infinity
  return { silenceSeconds, edits }
}

async function readTrackId(file: FileHandle, track: Box): Promise<number | undefined> {
  const header = await findBox(file, track, 'tkhd')
  if (header === undefined) return undefined
  const bytes = await readBox(file, header)
  const at = bytes[0] === 1 ? 20 : 12
  return bytes.length >= at + 4 ? bytes.readUInt32BE(at) : undefined
}

/** Reads units a second from `mvhd` or `mdhd`, which have it in the same place; 0 if there is none. */
async function readTimescale(file: FileHandle, header: Box | undefined): Promise<number> {
  if (header === undefined) return 0
  const bytes = await readBox(file, header)
  const at = bytes[0] === 1 ? 20 : 12
  return bytes.length >= at + 4 ? bytes.readUInt32BE(at) : 0
}

async function findBox(
  file: FileHandle,
  within: { start: number; end: number },
  type: string,
): Promise<Box | undefined> {
  return (await listBoxes(file, within)).find((box) => box.type === type)
}

/** Lists the boxes within a range; `start` and `end` of each are those of its content. */
async function listBoxes(file: FileHandle, within: { start: number; end: number }): Promise<Box[]> {
  const boxes: Box[] = []
  let at = within.start
  while (at + 8 <= within.end && boxes.length < mostBoxes) {
    const header = await readAt(file, at, 16)
    if (header.length < 8) break
    const short = header.readUInt32BE(0)
    const isLong = short === 1 && header.length === 16
    // A size of 0 means: to the end of what holds the box.
    const size = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 ? within.end - at : short
    const start = at + (isLong ? 16 : 8)
    if (at + size < start) break
    boxes.push({
      type: header.toString('latin1', 4, 8),
      start,
      end: Math.min(at + size, within.end),
    })
    at += size
  }
  return boxes
}

const readBox = (file: FileHandle, { start, end }: Box): Promise<Buffer> =>
  readAt(file, start, Math.min(end - start, 8 + mostEdits * 20))
