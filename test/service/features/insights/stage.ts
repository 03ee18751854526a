import { readFile } from 'node:fs/promises'
import type { KyselyPlugin, QueryId } from 'kysely'
import { openTestDatabase } from '../../../support/database.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, scriptedWriter, spokenBy, written } from '../../../support/engine.ts'
import { givenProject } from '../../../support/factory.ts'
import { storeTranscribed } from '../../../support/recordings.ts'

type Result = Record<string, unknown>
type Answer = { result: Result; evidence?: Record<string, number[]> }

/**
 * What a recording holds: what is said in it, one segment a line, and what each prompt makes of it.
 * `evidence` names segments by their place, from 0.
 */
export type Call = {
  said?: string
  results?: Record<string, Result>
  evidence?: Record<string, number[]>
}

export type Stage = {
  app: TestApp
  /** The project that the rest is about. */
  projectId: string
  /** Goes on in a new project. */
  renew: () => Promise<void>
  /** Makes a recording now and runs the prompts that it has results for; returns its id. */
  givenCall: (call?: Call) => Promise<string>
  /** Runs one prompt on a recording once more, with another result. */
  analyzeAgain: (contentId: string, prompt: string, answer: Answer) => Promise<void>
  generate: (body?: unknown) => Promise<string>
  latest: () => Promise<Awaited<ReturnType<TestApp['call']>>>
  /**
   * From now on work stops where it reads the recordings, or where it counts what was found in them;
   * `reached` resolves when one has got there.
   */
  hold: (at?: 'reading' | 'counting') => { reached: Promise<void>; release: () => void }
}

const linesOf = (said: string) => spokenBy(said.split('\n').map((line) => [0, line]))

/** The real service, with a writer that answers per recording and prompt what the test wants. */
export async function openStage(): Promise<Stage> {
  const answers = new Map<string, Answer>()
  const prompts = new Map<string, string>()
  const database = await openTestDatabase()
  const gate = createGate()
  const app = await startTestApp({
    db: { ...database, sql: database.sql.withPlugin(gate.plugin) },
    transcriber: scriptedTranscriber(async ({ audioPath }) =>
      linesOf(await readFile(audioPath, 'utf8')),
    ),
    // The prompts' templates give the writer the name of the prompt and of the file.
    writer: scriptedWriter(async ({ instructions, segments }) => {
      const answer = answers.get(instructions.split('\n', 1).join())
      const ids = (places: number[]) => places.flatMap((place) => segments[place]?.id ?? [])
      const named = Object.entries(answer?.evidence ?? {})
      const evidence = Object.fromEntries(named.map(([at, places]) => [at, ids(places)]))
      return { ...written(answer?.result ?? { summary: 'Nothing.' }), evidence }
    }),
  })
  const stage = { projectId: (await givenProject(app)).id }
  const url = () => `/v1/projects/${stage.projectId}`
  const names = new Map<string, string>()

  const analyzeAgain = async (contentId: string, prompt: string, answer: Answer) => {
    answers.set(`${prompt} ${names.get(contentId)}`, answer)
    const prompt_id = prompts.get(prompt) ?? (await givenPrompt(app, prompt))
    prompts.set(prompt, prompt_id)
    const body = { prompt_id, force_new: true }
    const asked = await app.call('POST', `${url()}/content/${contentId}/analyze`, { body })
    await app.idle()
    const made = `${url()}/content/${contentId}/analyses/${asked.body.data.analysis_id}`
    const { status, error } = (await app.call('GET', made)).body.data
    if (status !== 'completed') throw new Error(`The analysis is ${status}: ${error?.message}`)
  }
  const givenCall = async ({ said = 'Good morning.', results = {}, evidence = {} }: Call = {}) => {
    const filename = `call-${names.size}.wav`
    const call = { filename, bytes: new TextEncoder().encode(said), transcription: linesOf(said) }
    const contentId = await storeTranscribed(app, stage.projectId, call)
    names.set(contentId, filename)
    for (const [prompt, result] of Object.entries(results)) {
      await analyzeAgain(contentId, prompt, { result, evidence })
    }
    return contentId
  }
  return Object.assign(stage, {
    app,
    renew: async () => {
      stage.projectId = (await givenProject(app)).id
    },
    givenCall,
    analyzeAgain,
    generate: async (body?: unknown) => {
      const answer = await app.call('POST', `${url()}/insights/generate`, { body })
      await app.idle()
      return answer.body.data.insights_id
    },
    latest: () => app.call('GET', `${url()}/insights`),
    hold: gate.hold,
  })
}

async function givenPrompt(app: TestApp, name: string): Promise<string> {
  // Any shape: what prompts ask for is up to whoever writes them.
  const output_schema = { type: 'object' }
  const body = { name, template: `${name} {{filename}}\n{{transcript}}`, output_schema }
  return (await app.call('POST', '/v1/prompts', { body })).body.data.id
}

/** A part of the statement that is only in that step. */
const steps = { reading: 'LEFT JOIN recording_findings', counting: 'AS counted' }

/** Holds back the answers to one step's query outside a transaction, once it is told to. */
function createGate() {
  const held = new WeakSet<QueryId>()
  let gate: { mark: string; reached: () => void; opened: Promise<void> } | null = null
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (gate && JSON.stringify(node).includes(gate.mark)) held.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (gate && held.has(queryId)) {
        gate.reached()
        await gate.opened
      }
      return result
    },
  }
  const hold = (at: keyof typeof steps = 'reading') => {
    const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    gate = { mark: steps[at], reached: reached.resolve, opened: opened.promise }
    const release = () => {
      gate = null
      opened.resolve()
    }
    return { reached: reached.promise, release }
  }
  return { plugin, hold }
}
