/** The bytes of a recording for mediabunny, kept from one search that would never end. */
import { FilePathSource } from 'mediabunny'

/** The method its reader calls; not in its types. */
type Read = (start: number, end: number, ...rest: number[]) => unknown
type Inner = Record<string, Read | undefined>
const reading = '_read'

/** No reader asks for the same bytes so often in a row and goes on. */
const mostRepeats = 100

/**
 * Where junk follows the last element of a Matroska or WebM file, mediabunny 1.61.0 looks for the
 * next one byte by byte, and at the last eight bytes it asks for those again and again for ever. To
 * it they then end: `null` is what it gets past the end of a file.
 */
export function createMediaSource(path: string): FilePathSource {
  const source = new FilePathSource(path)
  // Its types hide the method; without it nothing is changed.
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
