import type { ContentItem } from '../client/index.ts'
import { Type } from 'typebox'
import { toClock } from '../core/clock-time.ts'
import {
  After,
  Arguments,
  Before,
  findRecording,
  page,
  pathOf,
  projectIdOf,
  ProjectName,
  RecordingId,
  toPage,
  toQuery,
} from './arguments.ts'
import { cut, problem } from './data.ts'
import { tool } from './tool.ts'
import { pickLines, toLine } from './transcript-lines.ts'

const listProjects = tool({
  name: 'list_projects',
  title: 'List projects',
  about: 'The projects, newest first, with the number of recordings in each.',
  input: Arguments(page),
  run: async ({ api }, input) => {
    const { data, pagination } = await api.listProjects({ query: toPage(input) })
    const projects = data.map((one) => ({
      id: one.id,
      name: one.name,
      description: one.description && cut(one.description, 300),
      recordings: one.content_count,
      latest_recording_at: one.latest_content_at,
    }))
    return { projects, next_cursor: pagination.next_cursor }
  },
})

export const toRecording = (one: ContentItem) => ({
  id: one.id,
  project_id: one.project_id,
  title: cut(one.title, 200),
  filename: cut(one.filename, 200),
  recorded_at: one.recorded_at,
  duration_seconds: one.duration_seconds,
  status: one.status,
  ...(one.status === 'processing' && { stage: one.stage, progress: one.progress }),
  ...(one.error && { error: one.error }),
  has_transcript: one.has_transcript,
  analyses: one.analysis_count,
})

const statuses = ['uploaded', 'processing', 'completed', 'failed'] as const
const orders = ['newest', 'oldest', 'longest', 'shortest'] as const

const listRecordings = tool({
  name: 'list_recordings',
  title: 'List recordings',
  about:
    'Recordings, newest first: title, date, length and state. To find what was said, use search or ask.',
  input: Arguments({
    project: ProjectName,
    name_contains: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Only those with this in the name',
      }),
    ),
    status: Type.Optional(
      Type.Enum(statuses, { description: 'Only those in this state; completed have a transcript' }),
    ),
    created_after: After,
    created_before: Before,
    sort: Type.Optional(Type.Enum(orders, { description: 'newest by default' })),
    ...page,
  }),
  run: async ({ find, api }, input) => {
    const projectId = await projectIdOf(find, input.project)
    const query = {
      ...toPage(input),
      ...toQuery({
        q: input.name_contains,
        status: input.status,
        created_after: input.created_after,
        created_before: input.created_before,
        sort: input.sort,
      }),
    }
    const { data, pagination } = projectId
      ? await api.listContent({ path: { projectId }, query })
      : await api.listAllContent({ query })
    return { recordings: data.map(toRecording), next_cursor: pagination.next_cursor }
  },
})

const getRecording = tool({
  name: 'get_recording',
  title: 'Get a recording',
  about:
    'One recording: state, speakers with their share of the talk, chapters, and how its summary begins.',
  input: Arguments({ recording: RecordingId }),
  run: async ({ find, api }, input) => {
    const item = await findRecording(find, input.recording)
    const path = pathOf(item)
    // A recording without a transcript has no chapters.
    const { data } = await api.getContent({ path, query: { include: 'transcript' } })
    const chapters = data.transcript ? (await find.listChapters({ path })).data : []
    const { overviews } = (await find.listOverviews({ query: { ids: item.id } })).data
    return {
      recording: {
        ...toRecording(data),
        language: data.transcript?.language ?? null,
        words: data.transcript?.word_count ?? null,
        gist: overviews[0]?.gist ?? null,
        open_tasks: overviews[0]?.open_actions ?? 0,
        speakers: (data.transcript?.speakers ?? []).slice(0, 50).map((one) => ({
          name: cut(one.name ?? one.label, 100),
          talked_seconds: one.seconds,
        })),
        chapters: chapters.slice(0, 100).map(({ title, gist, start, end }, index) => ({
          chapter: index + 1,
          title,
          starts: toClock(start),
          ends: toClock(end),
          gist: gist && cut(gist, 200),
        })),
      },
    }
  },
})

const getTranscript = tool({
  name: 'get_transcript',
  title: 'Read a transcript',
  about:
    'What was said, line by line with time and speaker: all of it, or a span of time, one speaker, one ' +
    'chapter. A long one comes in pages; go on with next_cursor.',
  input: Arguments({
    recording: RecordingId,
    from_seconds: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          'From this second of the recording on, such as a little before start_seconds of a quote',
      }),
    ),
    to_seconds: Type.Optional(
      Type.Number({ minimum: 0, description: 'Up to this second of the recording' }),
    ),
    speaker: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Only what this speaker said' }),
    ),
    chapter: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Only this chapter, as get_recording counts them' }),
    ),
    cursor: page.cursor,
  }),
  run: async ({ find, api }, input) => {
    const item = await findRecording(find, input.recording)
    const path = pathOf(item)
    const { data } = await api.getTranscript({ path })
    const span = { from: input.from_seconds ?? 0, to: input.to_seconds ?? Infinity }
    if (input.chapter !== undefined) {
      const chapters = (await find.listChapters({ path })).data
      const found = chapters[input.chapter - 1]
      const text = `The recording has ${chapters.length} chapters.`
      if (!found) throw problem('not_found', text)
      span.from = Math.max(span.from, found.start)
      span.to = Math.min(span.to, found.end)
    }
    const { segments, next } = pickLines(data.segments, {
      ...span,
      speaker: input.speaker,
      begin: input.cursor,
    })
    return {
      recording: { id: item.id, title: cut(item.title, 200), language: data.language },
      lines: segments.map(toLine),
      next_cursor: next,
    }
  },
})

const getNotes = tool({
  name: 'get_notes',
  title: 'Read notes',
  about: 'What people wrote down beside a recording, and the moments they marked.',
  input: Arguments({ recording: RecordingId }),
  run: async ({ find, api }, input) => {
    const item = await findRecording(find, input.recording)
    const { data } = await api.getNotes({ path: pathOf(item) })
    const markers = data.markers.slice(0, 100).map((one) => ({
      at: toClock(one.at_seconds),
      label: one.label,
    }))
    return { recording: item.id, text: data.text, markers }
  },
})

export const recordingTools = [listProjects, listRecordings, getRecording, getTranscript, getNotes]
