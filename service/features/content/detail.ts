import { Type, type Static } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { Nullable, StringEnum } from '../../http/shapes.ts'
import { listDetailAnalyses } from '../analyses/analyses.ts'
import { Analysis } from '../analyses/analysis.ts'
import { Transcript } from '../transcripts/transcript.ts'
import { describeTranscript, findTranscript } from '../transcripts/transcripts.ts'
import { toContentItem, ContentItem } from './content-item.ts'
import { requireContent, type ContentRef } from './content.ts'
import { mediaOf } from './media.ts'
import type { DetailQuery } from './schema.ts'

/** The layout the specification leaves open (api-choices.md 7). */
export const ContentDetail = Type.Object(
  {
    ...ContentItem.properties,
    transcript: Nullable(Transcript),
    analyses: Type.Array(Analysis, { description: 'The newest by each prompt, newest first' }),
    // Choice: a run that was cancelled or failed must not hide the good result before it.
    last_completed_analyses: Type.Array(Analysis, {
      description:
        'For prompts whose newest analysis is not completed (it waits, is at work, failed or was ' +
        'cancelled): the last one that was',
    }),
    media: Nullable(
      Type.Object({
        url: Type.String({
          description: 'Signed address for a player; answers ranges, needs no key',
          examples: ['http://127.0.0.1:4777/v1/media/eyJjIjoiY29udF8wMWtheXIifQ'],
        }),
        has_video: Type.Boolean(),
        tracks: Nullable(
          Type.Integer({
            description: 'Audio tracks; known once the file was read',
            examples: [1],
          }),
        ),
        state: StringEnum(['ok', 'damaged', 'missing'], {
          description:
            'Whether the file is the one that was sent, as last compared with its hash: before each ' +
            'transcription and once a month',
          examples: ['ok'],
        }),
      }),
    ),
  },
  { title: 'ContentDetail' },
)
export type ContentDetail = Static<typeof ContentDetail>

const noAnalyses = { analyses: [], last_completed_analyses: [] }

const parts = ['transcript', 'segments', 'analyses'] as const
type Part = (typeof parts)[number]

/** One item with its newest transcript and analyses; what `include` leaves out is null or empty. */
export async function readContentDetail(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  caller: Caller,
  { projectId, contentId }: ContentRef,
  { include, origin }: DetailQuery & { origin: string },
): Promise<ContentDetail> {
  const wanted = requireParts(include)
  const { sql } = deps.db
  const row = await requireContent(sql, caller, projectId, contentId)
  return {
    ...toContentItem(row),
    transcript: await readTranscriptPart(deps, row.id, wanted),
    ...(wanted.has('analyses') ? await listDetailAnalyses(sql, row.id) : noAnalyses),
    media: mediaOf(deps, row, origin),
  }
}

async function readTranscriptPart(
  { db }: Pick<Deps, 'db'>,
  contentId: string,
  wanted: ReadonlySet<Part>,
): Promise<ContentDetail['transcript']> {
  if (!wanted.has('transcript') && !wanted.has('segments')) return null
  const row = await findTranscript(db.sql, contentId)
  if (!row) return null
  const record = await describeTranscript(db.sql, row)
  return wanted.has('segments') ? record : { ...record, segments: [] }
}

function requireParts(include: string | undefined): ReadonlySet<Part> {
  if (include === undefined) return new Set(parts)
  const names = include.split(',').map((name) => name.trim())
  const known = names.filter((name): name is Part => parts.some((part) => part === name))
  if (known.length === names.length) return new Set(known)
  throw errors.invalid('include', 'invalid', `include takes a list of ${parts.join(', ')}.`)
}
