import { getTranscript } from 'earshot/client'
import { ApiFailure } from '../../api/failure.ts'
import { filenameOf } from './disposition.ts'
import type { Place } from './edits.ts'

export const formats = [
  { format: 'txt', label: 'Plain text' },
  { format: 'docx', label: 'Word' },
  { format: 'md', label: 'Markdown' },
  { format: 'srt', label: 'Subtitles, SubRip' },
  { format: 'vtt', label: 'Subtitles, WebVTT' },
  { format: 'json', label: 'JSON, with every word' },
] as const
export type ExportFormat = (typeof formats)[number]['format']

/** The name is the service's; null where it gives none, as with JSON. */
export type ExportedFile = { name: string | null; body: Blob }

/** Asks for the transcript in a format; the key goes in a header, never into an address. */
export async function fetchExport(
  place: Place,
  version: number | null,
  format: ExportFormat,
): Promise<ExportedFile> {
  let disposition: string | null = null
  const answer: unknown = await getTranscript({
    path: place,
    query: { format, ...(version !== null && { version }) },
    parseAs: 'blob',
    fetch: async (...request) => {
      const response = await fetch(...request)
      disposition = response.headers.get('content-disposition')
      return response
    },
  })
  if (!(answer instanceof Blob)) {
    throw new ApiFailure('The service sent no file.', { code: 'unexpected_error', status: -1 })
  }
  const body = format === 'json' ? await recordOf(answer) : answer
  return { name: filenameOf(disposition), body }
}

/** Of the answer only the transcript itself, indented for people. */
async function recordOf(answer: Blob): Promise<Blob> {
  const { data }: { data: unknown } = JSON.parse(await answer.text())
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
}

/** Hands a file to the browser's downloads. */
export function saveFile({ name, body }: { name: string; body: Blob }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(body)
  link.download = name
  link.click()
  // The download has its own hold on the file once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
