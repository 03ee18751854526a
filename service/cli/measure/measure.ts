import { Option } from 'commander'
import { EarshotError, type Earshot, type ModelFigures } from 'earshot/client'
import { command, type Tools } from '../command.ts'
import { readMeetings, toVtt, type NotedMeeting } from './meetings.ts'
import { toFigures, type Analysed } from './score.ts'
import { figureColumns } from './table.ts'

type MeasureOptions = { model: string; meetings: string; notes: string; only?: string }

/** earshot measure … */
export const measure = command<MeasureOptions>({
  line: 'measure',
  about: 'measure the analyses of a language model on meetings with notes, and keep the figures',
  options: [
    new Option('--model <id>', 'installed, of a server, built-in, or all').default('all'),
    new Option('--meetings <file>', 'a meeting a line, as JSON').makeOptionMandatory(),
    new Option('--notes <folder>', 'the notes on each, NAME.json').makeOptionMandatory(),
    ['--only <names>', 'only these meetings, with commas between'],
  ],
  examples: [
    'measure --meetings val.jsonl --notes notes',
    'measure --model built-in --meetings val.jsonl --notes notes --only ES2006b,TS3010d',
  ],
  run: async (tools, { model, meetings: file, notes, only }) => {
    const meetings = await readMeetings(file, notes, only?.split(',') ?? null)
    const api = await tools.api()
    const models = model === 'all' ? await listWriters(api) : [model]
    const { figures: data, problems } = await inOwnProject(api, (projectId) =>
      measureAll(tools, { api, projectId, models, meetings }),
    )
    const pagination = { has_more: false, next_cursor: null }
    if (data.length > 0) tools.out.list({ data, pagination }, figureColumns)
    if (problems.length > 0) throw new Error(problems.join('\n'))
  },
})

/** Every model that can write an analysis here. */
async function listWriters(api: Earshot): Promise<string[]> {
  const installed = await Array.fromAsync(api.all(api.listModels))
  const servers = await Array.fromAsync(api.all(api.listModelServers))
  return [
    'built-in',
    ...installed
      .filter(({ kind, is_installed: isHere }) => kind === 'language-model' && isHere)
      .map(({ id }) => id),
    ...servers
      .filter(({ state }) => state.status === 'reachable')
      .flatMap(({ models }) => models.map(({ id }) => id)),
  ]
}

/** Works in a project that is deleted with all of it, however the work ends. */
async function inOwnProject<T>(api: Earshot, work: (projectId: string) => Promise<T>): Promise<T> {
  const { data: project } = await api.createProject({ body: { name: 'Measurement' } })
  const path = { projectId: project.id }
  try {
    return await work(project.id)
  } finally {
    await api.deleteProject({ path })
  }
}

type Job = { api: Earshot; projectId: string; models: string[]; meetings: NotedMeeting[] }
type Imported = Omit<Analysed, 'analysis' | 'workSeconds'> & { contentId: string }

/** The figures of each model are kept as soon as they are there; one that fails does not stop the others. */
async function measureAll(
  tools: Tools,
  job: Job,
): Promise<{ figures: ModelFigures[]; problems: string[] }> {
  const { api, models, meetings } = job
  const promptId = await findPrompt(api)
  const imported: Imported[] = []
  for (const meeting of meetings) imported.push(await importMeeting(tools, job, meeting))
  const figures: ModelFigures[] = []
  const problems: string[] = []
  for (const model of models) {
    try {
      const analysed: Analysed[] = []
      for (const one of imported) {
        analysed.push(await analyse(tools, job, { ...one, model, promptId }))
      }
      figures.push((await api.recordModelFigures({ body: toFigures(model, analysed) })).data)
    } catch (error) {
      if (tools.io.signal.aborted || !(error instanceof EarshotError)) throw error
      problems.push(`${model}: ${error.message}`)
    }
  }
  return { figures, problems }
}

async function findPrompt(api: Earshot): Promise<string> {
  for await (const { id, name, type } of api.all(api.listPrompts)) {
    if (type === 'system' && name === 'Meeting') return id
  }
  throw new Error('The service has no prompt "Meeting".')
}

async function importMeeting(
  { io: { signal }, out }: Tools,
  { api, projectId }: Job,
  meeting: NotedMeeting,
): Promise<Imported> {
  const onProgress = out.step(meeting.name)
  const { vtt, starts } = toVtt(meeting.turns)
  const sent = { filename: `${meeting.name}.vtt`, contentType: 'text/vtt', signal }
  const { id: contentId } = await api.upload(projectId, new Blob([vtt]), sent)
  const content = { projectId, contentId }
  const { segments } = await api.waitForTranscript(content, { onProgress, signal })
  // A turn may be several segments; none begins before its turn, but for rounding.
  const turnOf = new Map(
    segments.map(({ id, start }) => [id, starts.findLastIndex((one) => one <= start + 0.05)]),
  )
  const talkSeconds = segments.reduce((most, { end }) => Math.max(most, end), 0)
  return { meeting, contentId, turnOf, talkSeconds }
}

async function analyse(
  { io: { signal }, out }: Tools,
  { api, projectId }: Job,
  { contentId, model, promptId, ...one }: Imported & { model: string; promptId: string },
): Promise<Analysed> {
  const path = { projectId, contentId }
  const onStep = out.step(`${one.meeting.name}, ${model}`)
  const begun = performance.now()
  const { data } = await api.analyzeContent({ path, body: { prompt_id: promptId, model } })
  const analysis = await api.waitForAnalysis(
    { ...path, analysisId: data.analysis_id },
    { onProgress: (step) => onStep(step, 0), signal },
  )
  const workMs = analysis.processing_time_ms ?? performance.now() - begun
  return { ...one, analysis, workSeconds: workMs / 1000 }
}
