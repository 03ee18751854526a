/** How fast a loaded language model reads and writes on this machine, in ten seconds at most. */
import type { WritingSpeed } from '../engine.ts'
import { openContext, type LoadedModel } from './context.ts'

/** Choice: with loading, ten seconds on a usual machine; a slow one does less of it. */
const partMs = 4_000
const readTokens = 1_024
const writtenTokens = 64
const stepTokens = 128

const sample =
  'We looked at the plan for next year. Anna said that the budget is too small, and Ben will ask for more by Friday. '

/** Reads a made-up talk and goes on with it. The first step is not counted: it warms up. */
export async function measureSpeed(
  loaded: LoadedModel,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (fraction: number) => void },
): Promise<WritingSpeed> {
  const read = await openContext(loaded, 2 * readTokens)
  const { sequence } = read
  read.steps = 0
  await sequence.clearHistory()
  const tokens = loaded.model.tokenize(sample.repeat(60)).slice(0, readTokens + stepTokens)
  await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(0, stepTokens))
  const reading = await pace(signal, async (goOn) => {
    let at = stepTokens
    for (; at < tokens.length && goOn(); at += stepTokens) {
      await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(at, at + stepTokens))
      onProgress(at / tokens.length / 2)
    }
    return Math.min(at, tokens.length) - stepTokens
  })
  const writing = await pace(signal, async (goOn) => {
    let count = 0
    for await (const _ of sequence.evaluate(loaded.model.tokenize(' Then'), { temperature: 0 })) {
      count += 1
      onProgress(0.5 + count / writtenTokens / 2)
      if (count >= writtenTokens || !goOn()) break
    }
    return count
  })
  await sequence.clearHistory()
  return { read_tokens_per_second: reading, written_tokens_per_second: writing }
}

/** Tokens a second of work that asks each time whether there is time for more. */
async function pace(
  signal: AbortSignal,
  work: (goOn: () => boolean) => Promise<number>,
): Promise<number> {
  const start = performance.now()
  const count = await work(() => {
    signal.throwIfAborted()
    return performance.now() - start < partMs
  })
  return Math.round((10_000 * Math.max(1, count)) / (performance.now() - start)) / 10
}
