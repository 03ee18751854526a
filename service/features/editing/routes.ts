import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { goneSignal } from '../../http/gone-signal.ts'
import { takeNoBody } from '../../http/no-body.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { TranscriptVersion } from '../transcripts/transcript.ts'
import { importTranscript } from './import-transcript.ts'
import { restoreVersion } from './restore.ts'
import {
  VersionNumber,
  SegmentEdit,
  SegmentSplit,
  TranscriptChange,
  SpeakerChange,
  SpeakerMerge,
  SpeakerSplit,
  TranscriptImport,
} from './schema.ts'
import { changeSegment, splitSegment } from './segment-edits.ts'
import { changeSpeaker, mergeSpeakers, splitSpeaker } from './speakers.ts'

const transcript = '/v1/projects/:projectId/content/:contentId/transcript'
const ids = { projectId: Type.String(), contentId: Type.String() }
// Nothing is lost by an edit: earlier versions stay, with who made them.
const editing = { scope: 'write', audit: null } as const
const config = { ...editing, errors: ['transcript_not_ready', 'content_processing'] } as const
const naming = { ...editing, errors: [...config.errors, 'speaker_name_taken'] } as const
const tags = ['transcripts']
const response = { 200: Data(TranscriptChange) }

export function editingRoutes(app: App, deps: Deps): void {
  segmentRoutes(app, deps)
  speakerRoutes(app, deps)
  app.register(async (scope: App) => restoreRoute(scope, deps))
  importRoute(app, deps)
}

/** JSON escapes line breaks and quotation marks. */
const mostImportBytes = 24_000_000

function importRoute(app: App, deps: Deps): void {
  app.post(
    `${transcript}/import`,
    {
      bodyLimit: mostImportBytes,
      config: {
        ...editing,
        rate: 'engine',
        errors: [
          ...config.errors,
          'no_audio',
          'transcript_mismatch',
          'transcript_unreadable',
          'transcript_empty',
          'transcript_too_long',
        ],
      },
      schema: {
        operationId: 'importTranscript',
        summary: 'Replace the words of a transcript by those of another program',
        ...addition,
        description:
          'The words get the times of the recognized ones that they match, and the speakers ' +
          'are those of the text, where it names any. It is a new version; nothing is lost. Without ' +
          'a recording, upload the file instead.',
        tags,
        params: Type.Object(ids),
        body: TranscriptImport,
        response: { 200: Data(TranscriptVersion) },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      const work = { ...body, signal: goneSignal(reply) }
      return ok(request, await importTranscript(deps, caller, params, work))
    },
  )
}

const segment = `${transcript}/segments/:segmentId`
const ofSegment = {
  tags,
  params: Type.Object({ ...ids, segmentId: Type.String() }),
  response,
}

function segmentRoutes(app: App, deps: Deps): void {
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
        ...ofSegment,
        body: SegmentEdit,
      },
    },
    async (request) => {
      const { caller, params, body } = request
      return ok(request, await changeSegment(deps, caller, params, body))
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
        ...ofSegment,
        body: SegmentSplit,
      },
    },
    async (request) => {
      const { caller, params, body } = request
      return ok(request, await splitSegment(deps, caller, params, body))
    },
  )
}

const speaker = `${transcript}/speakers/:speakerId`
const ofSpeaker = {
  tags,
  params: Type.Object({ ...ids, speakerId: Type.String() }),
  response,
}

function speakerRoutes(app: App, deps: Deps): void {
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
        ...ofSpeaker,
        body: SpeakerChange,
      },
    },
    async (request) => {
      const { caller, params, body } = request
      return ok(request, await changeSpeaker(deps, caller, params, body))
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
        ...ofSpeaker,
        body: SpeakerMerge,
      },
    },
    async (request) => {
      const { caller, params, body } = request
      return ok(request, await mergeSpeakers(deps, caller, params, body))
    },
  )

  app.post(
    `${speaker}/split`,
    {
      config: naming,
      schema: {
        operationId: 'splitSpeaker',
        summary: 'Give some segments of a speaker to a new one',
        ...ofSpeaker,
        body: SpeakerSplit,
      },
    },
    async (request) => {
      const { caller, params, body } = request
      return ok(request, await splitSpeaker(deps, caller, params, body))
    },
  )
}

function restoreRoute(app: App, deps: Deps): void {
  takeNoBody(app)
  app.post(
    `${transcript}/versions/:version/restore`,
    {
      config,
      schema: {
        operationId: 'restoreTranscriptVersion',
        summary: 'Return to an older version of a transcript',
        description: 'Makes a new version of it; nothing is lost. Fetch the transcript anew then.',
        tags,
        params: Type.Object({ ...ids, version: VersionNumber }),
        response: { 200: Data(TranscriptVersion) },
      },
    },
    async (request) => ok(request, await restoreVersion(deps, request.caller, request.params)),
  )
}
