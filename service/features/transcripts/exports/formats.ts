import { toDocx } from './docx.ts'
import { toMarkdown } from './markdown.ts'
import { toSrt } from './srt.ts'
import { toText } from './text.ts'
import type { Marks, Source } from './transcript-file.ts'
import { toVtt } from './vtt.ts'

/** The kinds of file that a transcript is written as, besides JSON. */
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

export const mediaTypeOf = (format: Format): string =>
  format === 'json' ? 'application/json' : fileFormats[format].mediaType

/** What the header says: every text is UTF-8. */
export const contentTypeOf = (format: Format): string =>
  format === 'docx' ? mediaTypeOf(format) : `${mediaTypeOf(format)}; charset=utf-8`
