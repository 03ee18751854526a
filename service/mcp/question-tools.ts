import { Type } from 'typebox'
import { toClock } from '../core/clock-time.ts'
import { plainHighlight } from '../core/plain-highlight.ts'
import {
  After,
  Arguments,
  Before,
  findRecording,
  page,
  projectIdOf,
  ProjectName,
  RecordingId,
  toPage,
  toQuery,
} from './arguments.ts'
import { cut } from './data.ts'
import { tool } from './tool.ts'

const search = tool({
  name: 'search',
  title: 'Search recordings',
  about:
    'Finds recordings by words in what was said, in their names and in analyses, with the lines in which ' +
    'they were said. All words must occur, so give few; for a question, use ask. Without results, but with ' +
    'next_cursor, older recordings have not been looked through yet.',
  input: Arguments({
    query: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Words, "phrases", OR, and -words to leave out',
    }),
    project: ProjectName,
    speaker: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Only what this speaker said' }),
    ),
    created_after: After,
    created_before: Before,
    ...page,
  }),
  run: async ({ find, api }, input) => {
    const query = {
      q: input.query,
      include: 'moments' as const,
      ...toPage(input),
      ...toQuery({
        project_id: await projectIdOf(find, input.project),
        speaker: input.speaker,
        created_after: input.created_after,
        created_before: input.created_before,
      }),
    }
    const { data, pagination } = await api.searchContent({ query })
    const results = data.map((one) => ({
      recording: one.id,
      title: cut(one.title, 200),
      project: one.project_name,
      created_at: one.created_at,
      found_in: cut(plainHighlight(one.highlight), 300),
      said: (one.moments ?? []).map((moment) => ({
        at: toClock(moment.start),
        start_seconds: moment.start,
        speaker: moment.speaker,
        text: cut(plainHighlight(moment.highlight), 300),
      })),
    }))
    return { results, next_cursor: pagination.next_cursor }
  },
})

const ask = tool({
  name: 'ask',
  title: 'Ask what was said',
  about:
    'Answers a question from what was said in all recordings, in those of a project, or in one recording, and ' +
    'quotes it with speaker and time. is_found is false where they do not hold it.',
  input: Arguments({
    question: Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'One question in a whole sentence, as to a person: "When did Mary promise the contract?"',
    }),
    project: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'In this project only: its id, slug or name',
      }),
    ),
    recording: Type.Optional(RecordingId),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        description: 'How many quotes at most; 5 by default',
      }),
    ),
  }),
  run: async ({ find, api, signal }, { question, recording, limit = 5, project }) => {
    if (recording) await findRecording(find, recording)
    const projectId = recording ? undefined : await projectIdOf(find, project)
    const body = {
      ...{ question, limit },
      ...(recording && { content_id: recording }),
      ...(projectId && { project_id: projectId }),
    }
    const { data } = await api.askLibrary({ body, signal })
    return {
      answer: data.answer,
      is_found: data.is_found,
      answered_by: data.model_used,
      quotes: data.quotes.map((quote) => ({
        recording: quote.content_id,
        title: cut(quote.title, 200),
        at: toClock(quote.start),
        start_seconds: quote.start,
        speaker: quote.speaker,
        text: cut(quote.text, 1_000),
      })),
    }
  },
})

export const questionTools = [search, ask]
