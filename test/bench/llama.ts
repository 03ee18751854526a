/**
 * The language model beside itself: node test/bench/llama.ts
 * The rate of our answers beside node-llama-cpp's bare one (same prompt, greedy, no grammar),
 * interleaved, and what a second analysis of a recording need not read again. `--long 100000`
 * analyses a made-up talk of so many words as the product does; ten hours are about 100,000.
 */
import { loadavg } from 'node:os'
import { getLlama, LlamaLogLevel } from 'node-llama-cpp'
import type { Token } from 'node-llama-cpp'
import { pino } from 'pino'
import type { JsonSchema, WriterSegment } from '../../service/engine/engine.ts'
import { planFor } from '../../service/engine/grammar-schema.ts'
import { openContext, readPrompt, toTokens } from '../../service/engine/llama/context.ts'
import type { LoadedModel } from '../../service/engine/llama/context.ts'
import { spokenLine, toChunks, toTurns } from '../../service/engine/writing/chunks.ts'
import { fillPlan } from '../../service/engine/llama/fill-plan.ts'
import { createGrammarSampler } from '../../service/engine/llama/grammar-sampler.ts'
import { transcriptPrompt } from '../../service/engine/writing/prompt.ts'
import { createLlama } from '../../service/engine/llama.ts'
import { languageModel } from '../engine/language-model.ts'
import { salesCall, teamMeeting } from '../service/engine/calls.ts'
import { memoryOfTree } from './process-memory.ts'
import { add, median, printRows, say } from './report.ts'

const rounds = 7
const threads = 1
const { signal } = new AbortController()
const text = { type: 'string' }
const list = (items: JsonSchema, maxItems: number) => ({ type: 'array', items, maxItems })

const schemas: Record<string, JsonSchema> = {
  'one long text': { type: 'object', properties: { summary: { ...text, minLength: 400 } } },
  'a usual analysis': {
    type: 'object',
    properties: {
      summary: text,
      topics: list(text, 5),
      action_items: list(
        { type: 'object', properties: { task: text, owner: { type: ['string', 'null'] } } },
        5,
      ),
      sentiment: { enum: ['positive', 'neutral', 'negative'] },
    },
  },
}

type Spent = { cpuMs: number; wallMs: number; tokens: number }

async function measured(work: () => Promise<number>): Promise<Spent> {
  const from = performance.now()
  const cpu = process.cpuUsage()
  const tokens = await work()
  const { user, system } = process.cpuUsage(cpu)
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - from, tokens }
}

async function benchRates(loaded: LoadedModel): Promise<void> {
  const { llama, model } = loaded
  const context = await openContext(loaded, 2048)
  const { sequence } = context
  const quiet = { signal, onTokens: () => {} }
  const ours = async (plan: ReturnType<typeof planFor>) => {
    const tools = { llama, model, sequence, maxTokens: 300, temperature: 0 }
    const answer = await fillPlan(plan, createGrammarSampler({ ...tools, ...quiet }))
    return model.tokenize(JSON.stringify(answer)).length
  }
  const bare = async (start: Token[], wanted: number) => {
    let count = 0
    const options = { temperature: 0, yieldEogToken: true }
    const tokens = sequence.evaluate(start, options)
    while (count < wanted && !(await tokens.next()).done) count += 1
    await tokens.return()
    return count
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const plan = planFor(schema)
    const prompt = promptFor(loaded, schema, 'Summarise this call.')
    const ratios: { cpu: number; wall: number; rate: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      await readPrompt(context, prompt, quiet)
      const written = await measured(() => ours(plan))
      await readPrompt(context, prompt, quiet)
      const start = model.tokenize('{"summary": "')
      const plain = await measured(() => bare(start, written.tokens))
      const perToken = (spent: Spent, key: 'cpuMs' | 'wallMs') => spent[key] / spent.tokens
      ratios.push({
        cpu: perToken(plain, 'cpuMs') / perToken(written, 'cpuMs'),
        wall: perToken(plain, 'wallMs') / perToken(written, 'wallMs'),
        rate: 1000 / perToken(written, 'wallMs'),
      })
    }
    add(`${name}: tokens a second`, median(ratios.map(({ rate }) => rate)).toFixed(1))
    add(`${name}: rate of bare, wall`, median(ratios.map(({ wall }) => wall)).toFixed(2))
    add(`${name}: rate of bare, processor`, median(ratios.map(({ cpu }) => cpu)).toFixed(2))
  }
}

async function benchReuse(loaded: LoadedModel): Promise<void> {
  const context = await openContext(loaded, 2048)
  const [schema = {}] = Object.values(schemas)
  const quiet = { signal, onTokens: () => {} }
  await readPrompt(context, promptFor(loaded, schema, 'Summarise this call.'), quiet)
  const second = promptFor(loaded, schema, 'What was agreed, and who does it until when?')
  const known = await readPrompt(context, second, quiet)
  add('a second prompt on a recording: known', `${known} of ${second.length}`)
}

function promptFor({ model }: LoadedModel, schema: JsonSchema, instructions: string): Token[] {
  const turns = toTurns(salesCall.map(spokenLine), (part) => model.tokenize(part).length)
  const [chunk] = toChunks(turns, Infinity)
  const asked = { instructions, language: 'en', plan: planFor(schema) }
  return toTokens(model, transcriptPrompt(chunk?.text ?? '', asked))
}

/** A talk that goes on: every sentence differs, so that nothing is said twice word by word. */
function talkOf(words: number): WriterSegment[] {
  const source = [...salesCall, ...teamMeeting]
  const segments: WriterSegment[] = []
  for (let spoken = 0; spoken < words;) {
    const at = segments.length
    const [first] = source
    const { speaker, text: line } = source[at % source.length] ?? first ?? { speaker: '', text: '' }
    const said = `${line} That was matter ${at}.`
    spoken += said.split(' ').length
    segments.push({ id: `seg_${at}`, start: at * 5, end: at * 5 + 5, speaker, text: said })
  }
  return segments
}

async function benchLong(words: number): Promise<void> {
  if (!languageModel) return
  const llama = createLlama({ log: pino({ level: 'silent' }) })
  const from = performance.now()
  let shown = 0
  let most = 0
  const onProgress = (fraction: number) => {
    if (fraction < shown + 0.02) return
    shown = fraction
    const seconds = Math.round((performance.now() - from) / 1000)
    say(`${Math.round(fraction * 100)} % after ${seconds} s`)
    const pid = llama.pid()
    if (pid) void memoryOfTree(pid).then((megabytes) => (most = Math.max(most, megabytes ?? 0)))
  }
  const schema = schemas['a usual analysis'] ?? {}
  const request = { instructions: 'Sum up.', segments: talkOf(words), language: 'en', schema }
  const { coverage } = await llama.write(languageModel, request, { signal, onProgress })
  await llama.stop()
  add(`${words} words: seconds`, String(Math.round((performance.now() - from) / 1000)))
  add(`${words} words: pieces`, String(coverage.chunks))
  add(`${words} words: tokens read`, `${coverage.tokens_used} of ${coverage.tokens_total}`)
  add(`${words} words: most memory, MB`, String(Math.round(most)))
}

if (languageModel) {
  const words = Number(process.argv[process.argv.indexOf('--long') + 1])
  if (process.argv.includes('--long')) await benchLong(words)
  else {
    const llama = await getLlama({
      gpu: false,
      build: 'never',
      skipDownload: true,
      maxThreads: threads,
      logLevel: LlamaLogLevel.error,
    })
    const model = await llama.loadModel({ modelPath: languageModel.path })
    const loaded: LoadedModel = { llama, model, threads, context: null }
    await benchRates(loaded)
    await benchReuse(loaded)
    await llama.dispose()
  }
  say(`load ${loadavg()[0]?.toFixed(1)}`)
  printRows()
}
