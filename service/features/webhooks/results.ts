/** The results that a webhook may be sent with the events that tell of them (api-choices.md 37). */
import { Type, type TObject } from 'typebox'
import type { Reach } from '../../core/caller.ts'
import { StringEnum } from '../../http/shapes.ts'
import type { Deps } from '../../deps.ts'
import { exampleOf } from '../../http/openapi-examples.ts'
import { readAnalysis } from '../analyses/analyses.ts'
import { Analysis } from '../analyses/analysis.ts'
import { eventData, eventNames, type EventName } from '../events/events.ts'
import { Insights, readInsights } from '../insights/insights.ts'
import { Transcript } from '../transcripts/transcript.ts'
import { readTranscript } from '../transcripts/transcripts.ts'

/** What names a result: the `data` of its event, and the project that it is in now. */
type ResultRef = { projectId: string; data: Readonly<Record<string, unknown>> }

export type Result = {
  /** Its name in `data`; the shape is the one that the API answers. */
  name: 'transcript' | 'analysis' | 'insights'
  shape: TObject
  /** What follows the event's `links.api` in its own address. */
  path: string
  /** Throws the API's own refusal where `reach` does not get it. */
  read: (deps: Pick<Deps, 'db'>, reach: Reach, ref: ResultRef) => Promise<object>
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const transcript = {
  name: 'transcript' as const,
  shape: Transcript,
  read: (deps: Pick<Deps, 'db'>, reach: Reach, { projectId, data }: ResultRef) =>
    readTranscript(deps, reach, { projectId, contentId: text(data['content_id']) }),
}

const results: Partial<Record<string, Result>> = {
  'transcription.completed': { ...transcript, path: '/transcript' },
  'transcript.updated': { ...transcript, path: '' },
  'content_analysis.completed': {
    name: 'analysis',
    shape: Analysis,
    path: '',
    read: (deps, reach, { projectId, data }) =>
      readAnalysis(deps, reach, {
        projectId,
        contentId: text(data['content_id']),
        analysisId: text(data['analysis_id']),
      }),
  },
  'project_insights.completed': {
    name: 'insights',
    shape: Insights,
    path: '',
    read: (deps, reach, { projectId, data }) =>
      readInsights(deps, reach, projectId, text(data['insights_id'])),
  },
}

/** Undefined of an event that tells of no result. */
export const resultOf = (event: string): Result | undefined => results[event]

export const omissions = ['too_large', 'in_trash', 'not_found'] as const
export type Omission = (typeof omissions)[number]

const ResultOmitted = Type.Object(
  {
    reason: StringEnum(omissions, {
      description:
        'The body would be larger than 2 MB; the recording or project is in the bin; or it was ' +
        'deleted, or moved to a project that the webhook does not get',
      examples: ['too_large'],
    }),
    api: Type.String({
      description: 'Where the result is read',
      examples: [
        'http://127.0.0.1:4777/v1/projects/proj_01kayr3c9nfq4tq4h6zr6yv0b2/content/cont_01kayr3c9nfq4tq4h6zr6yv0b2/transcript',
      ],
    }),
  },
  { title: 'ResultOmitted' },
)

/** The `data` of an event as webhooks send it; its example is of one that includes no results. */
function describeData(event: EventName): TObject {
  const result = resultOf(event)
  if (!result) return eventData[event]
  return Type.Object(
    {
      ...eventData[event].properties,
      [result.name]: Type.Optional(result.shape),
      result_omitted: Type.Optional(ResultOmitted),
    },
    {
      description:
        `With \`include_result\` of the webhook it has \`${result.name}\`, as it is when it is sent, or ` +
        '`result_omitted`',
      examples: [exampleOf(eventData[event])],
    },
  )
}

/** Of every event, by its name. */
export const sentData: Readonly<Record<string, TObject>> = Object.fromEntries(
  eventNames.map((event) => [event, describeData(event)]),
)

/** An example of the event's result under its name; nothing of an event that tells of none. */
export function exampleResult(event: EventName): Record<string, unknown> {
  const result = resultOf(event)
  return result ? { [result.name]: exampleOf(result.shape) } : {}
}
