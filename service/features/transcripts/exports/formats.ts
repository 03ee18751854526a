import Negotiator from 'negotiator'
import { toDocx } from './docx.ts'
import { toSrt, toVtt } from './subtitles.ts'
import { toMarkdown, toText } from './text.ts'
import type { Marks, Source } from './transcript-file.ts'

/** The formats a transcript can be exported in, besides JSON. */
export const fileFormats = {
  txt: { mediaType: 'text/plain', write: toText },
  srt: { mediaType: 'application/x-subrip', write: toSrt },
  vtt: { mediaType: 'text/vtt', write: toVtt },
  md: { mediaType: 'text/markdown', write: toMarkdown },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    write: toDocx,
  },
} as const satisfies Record<
  string,
  { mediaType: string; write: (source: Source, marks: Marks) => string | Promise<Buffer> }
>

export type FileFormat = keyof typeof fileFormats
export type Format = 'json' | FileFormat

export const formats: readonly Format[] = ['json', 'txt', 'srt', 'vtt', 'md', 'docx']

/** Subtitles have no place for the title of a chapter. */
export const hasHeadings = (format: FileFormat): boolean => !['srt', 'vtt'].includes(format)

export const mediaTypeOf = (format: Format): string =>
  format === 'json' ? 'application/json' : fileFormats[format].mediaType

/** The value of the Content-Type header; all text formats are UTF-8. */
export const contentTypeOf = (format: Format): string =>
  format === 'docx' ? mediaTypeOf(format) : `${mediaTypeOf(format)}; charset=utf-8`

/** By media type. JSON comes first so that it wins ties. */
const byMediaType = new Map(formats.map((format) => [mediaTypeOf(format), format]))

/**
 * The format a client asks for: the query parameter, or else the best match for Accept (RFC 9110).
 * Choice: JSON if nothing matches Accept, as everywhere else in this API; never 406.
 */
export function chooseFormat(requested: Format | undefined, accept: string | undefined): Format {
  if (requested !== undefined) return requested
  if (accept === undefined) return 'json'
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes([...byMediaType.keys()])
  return byMediaType.get(best ?? '') ?? 'json'
}
