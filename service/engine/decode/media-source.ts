/**
 * A file source for mediabunny, with the sizes that a WAV's header lacks, and a guard against an
 * endless loop in one of its searches.
 */
import type { FileHandle } from 'node:fs/promises'
import { CustomSource } from 'mediabunny'
import type { ByteRange } from './ogg-links.ts'
import { patchWaveSizes, type Patch } from './wave-sizes.ts'

/** The method that mediabunny's reader calls; not part of its types. */
type Read = (start: number, end: number, ...rest: number[]) => unknown
type Inner = Record<string, Read | undefined>
const reading = '_read'

/** No reader legitimately requests bytes so often in a row that it has just been given. */
const mostRepeats = 1000

/** An endless loop goes round over so few requests. */
const remembered = 4

/**
 * Reads the file or a part of it; the file is closed with the source. In damaged Matroska and WebM files mediabunny 1.61.0 may search for the next element without end:
 * if junk follows the last one it requests the same eight bytes forever, and if a damaged length
 * leads back, two places in turn. After `mostRepeats` requests for what was requested just before,
 * this source returns `null`, which signals the end of the file.
 */
export async function createMediaSource(
  file: FileHandle,
  range?: ByteRange,
): Promise<CustomSource> {
  const { start: origin, end: limit } = range ?? { start: 0, end: (await file.stat()).size }
  const patches = await patchWaveSizes(file)
  const source = new CustomSource({
    getSize: () => limit - origin,
    read: async (start, end) => {
      const bytes = new Uint8Array(end - start)
      await file.read(bytes, 0, bytes.length, origin + start)
      return applyPatches(bytes, start, patches)
    },
    dispose: () => void file.close(),
    prefetchProfile: 'fileSystem',
  })
  // The types hide the method; if it is missing, the source is left unchanged.
  const inner = source as unknown as Inner
  const read = inner[reading]?.bind(source)
  if (read === undefined) return source
  const latest: string[] = []
  let repeats = 0
  inner[reading] = (start, end, ...rest) => {
    const request = `${start}-${end}`
    if (latest.includes(request)) {
      repeats += 1
    } else {
      repeats = 0
      latest.push(request)
      if (latest.length > remembered) latest.shift()
    }
    return repeats > mostRepeats ? null : read(start, end, ...rest)
  }
  return source
}

/** Puts the bytes of patches over those that were read from `start` on. */
function applyPatches(bytes: Uint8Array, start: number, patches: Patch[]): Uint8Array {
  for (const { offset, bytes: patch } of patches) {
    for (const [at, byte] of patch.entries()) {
      const place = offset + at - start
      if (place >= 0 && place < bytes.length) bytes[place] = byte
    }
  }
  return bytes
}
