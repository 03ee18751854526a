import { newId } from '../../service/core/ids.ts'
import { tablesOf } from '../../service/features/bundles/tables.ts'
import type { TestApp } from './app.ts'

type Rows = Record<string, unknown>[]
export type SentBundle = {
  format: number
  project_id: string | null
  tables: { name: string; rows: Rows }[]
  transcript_versions: number[]
  media: { sha256: string | null } | null
}

const now = '2026-11-20T10:00:00.000Z'
const file = { filename: 'call.wav', content_type: 'audio/wav', size_bytes: 5, source: 'recording' }

/** A recording that failed and whose file is missing, so that one request has all of it. */
export function bundleOfRecording(): SentBundle {
  const [content] = tablesOf.content
  const empty = Object.fromEntries((content?.columns ?? []).map((column) => [column, null]))
  const known = { has_video: false, status: 'failed', created_at: now, updated_at: now }
  return {
    ...{ format: 1, project_id: null, transcript_versions: [], media: null },
    tables: [{ name: 'content', rows: [{ ...empty, ...file, ...known }] }],
  }
}

/** What another installation would send of something that is here: all its ids are other ones. */
export async function bundleFrom(app: TestApp, id: string, ids = new Map<string, string>()) {
  const { body } = await app.call('GET', `/v1/bundles/${id}`)
  const text = JSON.stringify(body.data).replaceAll(
    /\b(cont|ana|act|voice|ins|proj|prompt)_[0-9a-hjkmnp-tv-z]{26}\b/g,
    (own: string, prefix: 'cont') => {
      const other = ids.get(own) ?? newId(prefix)
      ids.set(own, other)
      return other
    },
  )
  const { id: newOne, format, project_id, tables, transcripts, media } = JSON.parse(text)
  const bundle: SentBundle = {
    ...{ format, project_id, tables, media: media && { sha256: media.sha256 } },
    transcript_versions: transcripts.map(({ version }: { version: number }) => version),
  }
  return { id: String(newOne), bundle }
}

export const put = (app: TestApp, id: string, body: object) =>
  app.call('PUT', `/v1/bundles/${id}`, { body })
