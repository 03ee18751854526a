import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import type { App } from '../../http/server.ts'
import { SegmentEdit, SegmentSplit } from './edit-schema.ts'
import { changeSegment, splitSegment } from './edits.ts'
import { TranscriptChange } from './schema.ts'

const segment = '/v1/projects/:projectId/content/:contentId/transcript/segments/:segmentId'
const params = Type.Object({
  projectId: Type.String(),
  contentId: Type.String(),
  segmentId: Type.String(),
})
const config = { scope: 'write', errors: ['transcript_not_ready', 'content_processing'] } as const
const shared = { tags: ['transcripts'], params, response: { 200: Data(TranscriptChange) } }

export function transcriptEditRoutes(app: App, deps: Deps): void {
  app.patch(
    segment,
    {
      config,
      schema: {
        operationId: 'updateSegment',
        summary: 'Correct what was said, or who said it',
        description:
          'Unchanged words keep their times; new ones share the time of those they replace. ' +
          'An empty text removes the segment. Earlier versions stay readable.',
        ...shared,
        body: SegmentEdit,
      },
    },
    async (request) => {
      const { caller, params: at, body } = request
      return ok(request, await changeSegment(deps, caller, at, body))
    },
  )

  app.post(
    `${segment}/split`,
    {
      config,
      schema: {
        operationId: 'splitSegment',
        summary: 'Split a segment in two, at a word',
        description: 'The first part keeps its id; the second part may get another speaker.',
        ...shared,
        body: SegmentSplit,
      },
    },
    async (request) => {
      const { caller, params: at, body } = request
      return ok(request, await splitSegment(deps, caller, at, body))
    },
  )
}
