import { Type } from 'typebox'
import type { Analysis, AnalysisListItem } from '../client/index.ts'
import { toClock } from '../core/clock-time.ts'
import {
  Arguments,
  findRecording,
  page,
  pathOf,
  projectIdOf,
  ProjectName,
  RecordingId,
  toPage,
  toQuery,
} from './arguments.ts'
import { cut, largestResult } from './data.ts'
import { tool } from './tool.ts'

const toAnalysis = (one: AnalysisListItem) => ({
  id: one.id,
  recording: one.content_id,
  prompt: one.prompt_name,
  status: one.status,
  created_at: one.created_at,
  is_outdated: one.is_outdated,
})

/** An analysis with what it found, which is cut where it is longer than a result may be. */
export function toWholeAnalysis(one: Analysis) {
  const text = JSON.stringify(one.result)
  const length = largestResult - 5_000
  const result =
    text.length <= length
      ? { result: one.result }
      : { result: null, is_cut: true, beginning_of_result: text.slice(0, length / 2) }
  const { model_used, error } = one
  return { ...toAnalysis(one), model_used, ...(error && { error }), ...result }
}

const listAnalyses = tool({
  name: 'list_analyses',
  title: 'List analyses',
  about:
    'The analyses of a recording, newest first: which prompt, which state. Read one with get_analysis.',
  input: Arguments({ recording: RecordingId, ...page }),
  run: async ({ find, api }, input) => {
    const path = pathOf(await findRecording(find, input.recording))
    const { data, pagination } = await api.listAnalyses({ path, query: toPage(input) })
    return { analyses: data.map(toAnalysis), next_cursor: pagination.next_cursor }
  },
})

const getAnalysis = tool({
  name: 'get_analysis',
  title: 'Read an analysis',
  about: 'What a prompt found in a recording, such as summary, decisions and next steps.',
  input: Arguments({
    recording: RecordingId,
    analysis: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Id of the analysis, as list_analyses tells it',
    }),
  }),
  run: async ({ find, api }, input) => {
    const path = pathOf(await findRecording(find, input.recording))
    const { data } = await api.getAnalysis({ path: { ...path, analysisId: input.analysis } })
    return { analysis: toWholeAnalysis(data) }
  },
})

const listTasks = tool({
  name: 'list_tasks',
  title: 'List tasks',
  about:
    'What people said they would do: who, by when, and the words in which it was said. tick_task ticks ' +
    'one off, where that is offered.',
  input: Arguments({
    project: ProjectName,
    recording: Type.Optional(RecordingId),
    owner: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Only what this person took on' }),
    ),
    state: Type.Optional(
      Type.Enum(['open', 'done', 'overdue'] as const, {
        description: 'Only those; all by default',
      }),
    ),
    sort: Type.Optional(
      Type.Enum(['newest', 'due'] as const, {
        description: 'newest by default; due puts what is due first at the top',
      }),
    ),
    ...page,
  }),
  run: async ({ find, api }, input) => {
    const projectId = await projectIdOf(find, input.project)
    const query = {
      ...toPage(input),
      ...toQuery({
        content_id: input.recording,
        owner: input.owner,
        state: input.state,
        sort: input.sort,
      }),
    }
    const { data, pagination } = projectId
      ? await api.listActions({ path: { projectId }, query })
      : await api.listAllActions({ query })
    const tasks = data.map((one) => ({
      id: one.id,
      project_id: one.project_id,
      text: cut(one.text, 500),
      owner: one.owner,
      due: one.due,
      due_on: one.due_on,
      is_done: one.is_done,
      is_overdue: one.is_overdue,
      recording: one.content_id,
      title: cut(one.title, 200),
      said: one.quotes.slice(0, 2).map(({ start, speaker, text }) => ({
        at: toClock(start),
        start_seconds: start,
        speaker,
        text: cut(text, 200),
      })),
    }))
    return { tasks, next_cursor: pagination.next_cursor }
  },
})

const listPrompts = tool({
  name: 'list_prompts',
  title: 'List prompts',
  about: 'The questions that Earshot can put to a whole recording, each with what it is for.',
  input: Arguments(page),
  run: async ({ api }, input) => {
    const { data, pagination } = await api.listPrompts({ query: toPage(input) })
    const prompts = data.map((one) => ({
      id: one.id,
      name: one.name,
      about: one.description && cut(one.description, 300),
      is_default: one.is_default,
    }))
    return { prompts, next_cursor: pagination.next_cursor }
  },
})

export const resultTools = [listAnalyses, getAnalysis, listTasks, listPrompts]
