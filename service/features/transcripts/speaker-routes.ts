import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import type { App } from '../../http/server.ts'
import { SpeakerChange, SpeakerMerge, SpeakerSplit } from './edit-schema.ts'
import { TranscriptChange } from './schema.ts'
import { changeSpeaker, mergeSpeakers, splitSpeaker } from './speakers.ts'

const speaker = '/v1/projects/:projectId/content/:contentId/transcript/speakers/:speakerId'
const params = Type.Object({
  projectId: Type.String(),
  contentId: Type.String(),
  speakerId: Type.String(),
})
const config = { scope: 'write', errors: ['transcript_not_ready', 'content_processing'] } as const
const naming = { scope: 'write', errors: [...config.errors, 'speaker_name_taken'] } as const
const shared = { tags: ['transcripts'], params, response: { 200: Data(TranscriptChange) } }

export function speakerRoutes(app: App, deps: Deps): void {
  app.patch(
    speaker,
    {
      config: naming,
      schema: {
        operationId: 'updateSpeaker',
        summary: 'Name a speaker of a recording',
        description:
          'The name is shown in every segment of this speaker, of which none is listed as changed. ' +
          'Where the project remembers voices, this one is learned under the name.',
        ...shared,
        body: SpeakerChange,
      },
    },
    async (request) => {
      const { caller, params: at, body } = request
      return ok(request, await changeSpeaker(deps, caller, at, body))
    },
  )

  app.post(
    `${speaker}/merge`,
    {
      config,
      schema: {
        operationId: 'mergeSpeakers',
        summary: 'Merge a speaker into another who is the same person',
        description: 'The other one stays, with its name, else with the name of the merged one.',
        ...shared,
        body: SpeakerMerge,
      },
    },
    async (request) => {
      const { caller, params: at, body } = request
      return ok(request, await mergeSpeakers(deps, caller, at, body))
    },
  )

  app.post(
    `${speaker}/split`,
    {
      config: naming,
      schema: {
        operationId: 'splitSpeaker',
        summary: 'Give some segments of a speaker to a new one',
        ...shared,
        body: SpeakerSplit,
      },
    },
    async (request) => {
      const { caller, params: at, body } = request
      return ok(request, await splitSpeaker(deps, caller, at, body))
    },
  )
}
