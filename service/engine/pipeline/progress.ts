/** How much of the work each part is, also for work that is taken up again. */
import { stat } from 'node:fs/promises'
import type { PartStore, SpeechRequest } from '../engine.ts'
import type { Part } from './transcribe-part.ts'
import { partKey, Plan, readPart } from './parts.ts'
import { secondsOf } from '../sound/spans.ts'
import type { Weights } from './weights.ts'

/** Decoding is a small part of the work; the bar moves at once, and mostly with the engine. */
export const decodeShare = 0.05

/** What telling the speakers apart takes, beside hearing the words. */
export const speakersShare = 0.1

/** A part costs something even where it is silent. */
const leastSeconds = 1

export type Shares = {
  /** Share of each part in the whole work. */
  parts: number[]
  /** Progress of the whole when this part is done to a fraction. */
  at: (part: number, fraction: number) => number
}

export function createShares(
  parts: readonly Part[],
  { hasSpeakers }: { hasSpeakers: boolean },
): Shares {
  const transcribedShare = 1 - decodeShare - (hasSpeakers ? speakersShare : 0)
  const seconds = parts.map(({ chunks }) => leastSeconds + secondsOf(chunks))
  const total = seconds.reduce((sum, each) => sum + each, 0)
  const shares = seconds.map((each) => (each / total) * transcribedShare)
  const before = (part: number) => shares.slice(0, part).reduce((sum, share) => sum + share, 0)
  return {
    parts: shares,
    at: (part, fraction) => decodeShare + before(part) + fraction * (shares[part] ?? 0),
  }
}

type Asked = { request: SpeechRequest; weights: Pick<Weights, 'id' | 'language' | 'translate'> }

/** Notes which parts there will be; the sound need not be decoded to know how many are done. */
export async function keepPlan(
  store: PartStore | undefined,
  asked: Asked,
  parts: { key: string; share: number }[],
): Promise<void> {
  if (store === undefined) return
  const key = await planKey(asked)
  if ((await readPart(store, key, Plan)) === undefined) await store.write(key, { parts })
}

/** The share of the work that an earlier run has done; 0 where there was none. */
export async function resumedShare(store: PartStore | undefined, asked: Asked): Promise<number> {
  if (store === undefined) return 0
  const plan = await readPart(store, await planKey(asked), Plan)
  let share = plan === undefined ? 0 : decodeShare
  for (const part of plan?.parts ?? []) {
    if ((await store.read(part.key)) !== undefined) share += part.share
  }
  return share
}

async function planKey({ request, weights }: Asked): Promise<string> {
  const { size } = await stat(request.audioPath)
  const { vocabulary = [] } = request
  const { id, language, translate } = weights
  return partKey('plan', { size, vocabulary, id, language, translate })
}
