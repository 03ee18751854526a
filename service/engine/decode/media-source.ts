/** A file source for mediabunny, with a guard against an endless loop in one of its searches. */
import { FilePathSource } from 'mediabunny'

/** The method that mediabunny's reader calls; not part of its types. */
type Read = (start: number, end: number, ...rest: number[]) => unknown
type Inner = Record<string, Read | undefined>
const reading = '_read'

/** No reader legitimately requests bytes so often in a row that it has just been given. */
const mostRepeats = 1000

/** An endless loop goes round over so few requests. */
const remembered = 4

/**
 * In damaged Matroska and WebM files mediabunny 1.61.0 may search for the next element without end:
 * if junk follows the last one it requests the same eight bytes forever, and if a damaged length
 * leads back, two places in turn. After `mostRepeats` requests for what was requested just before,
 * this source returns `null`, which signals the end of the file.
 */
export function createMediaSource(path: string): FilePathSource {
  const source = new FilePathSource(path)
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
