/** A file source for mediabunny, with a guard against an endless loop in one of its searches. */
import { FilePathSource } from 'mediabunny'

/** The method that mediabunny's reader calls; not part of its types. */
type Read = (start: number, end: number, ...rest: number[]) => unknown
type Inner = Record<string, Read | undefined>
const reading = '_read'

/** No reader legitimately requests the same bytes this often in a row. */
const mostRepeats = 100

/**
 * If junk follows the last element of a Matroska or WebM file, mediabunny 1.61.0 searches byte by
 * byte for the next element and requests the last eight bytes forever. After `mostRepeats` requests
 * this source returns `null`, which signals the end of the file.
 */
export function createMediaSource(path: string): FilePathSource {
  const source = new FilePathSource(path)
  // The types hide the method; if it is missing, the source is left unchanged.
  const inner = source as unknown as Inner
  const read = inner[reading]?.bind(source)
  if (read === undefined) return source
  let last = { start: -1, end: -1 }
  let repeats = 0
  inner[reading] = (start, end, ...rest) => {
    repeats = start === last.start && end === last.end ? repeats + 1 : 0
    last = { start, end }
    return repeats > mostRepeats ? null : read(start, end, ...rest)
  }
  return source
}
