import type { Client } from './generated/client/index.ts'
import type { GetTranscriptData, GetTranscriptResponse } from './generated/types.gen.ts'

export type ExportFormat = 'json' | 'txt' | 'srt' | 'vtt' | 'md' | 'docx'
export type ExportOptions = {
  format: ExportFormat
  /** A version of its history; left out, the current one. */
  version?: number
  /** False leaves them out of txt, md and docx. */
  timestamps?: boolean
  /** False leaves the names out. */
  speakers?: boolean
  signal?: AbortSignal
}
export type ExportedFile = { blob: Blob; filename: string }

/** A transcript as a file, with the name that the service gives it. */
export async function exportTranscript(
  client: Client,
  path: GetTranscriptData['path'],
  { signal, ...query }: ExportOptions,
): Promise<ExportedFile> {
  const { data, response } = await client.get<Record<200, Blob>, unknown, true, 'fields'>({
    url: '/v1/projects/{projectId}/content/{contentId}/transcript',
    security: [{ scheme: 'bearer', type: 'http' }],
    path,
    query,
    parseAs: 'blob',
    throwOnError: true,
    ...(signal && { signal }),
  })
  const filename =
    nameIn(response.headers.get('content-disposition')) ?? `transcript.${query.format}`
  return { blob: query.format === 'json' ? await withoutEnvelope(data) : data, filename }
}

function nameIn(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;\s]+)/.exec(disposition ?? '')?.[1]
  return encoded === undefined ? null : decodeURIComponent(encoded)
}

/** A file holds the transcript; what stands around it tells of the request. */
async function withoutEnvelope(body: Blob): Promise<Blob> {
  const answer = JSON.parse(await body.text()) as GetTranscriptResponse // what the service documents
  return new Blob([`${JSON.stringify(answer.data, null, 2)}\n`], { type: 'application/json' })
}
