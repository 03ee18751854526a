/**
 * The parts of a transcription: their keys, those already stored by an earlier run, and their
 * shares of the work.
 */
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { PartStore, Span, SpeechRequest } from '../engine.ts'
import { secondsOf } from '../sound/spans.ts'
import type { Weights } from './weights.ts'

/**
 * Increment when the content of a part or its computation changes; older parts are then ignored.
 */
const version = 4

const Word = Type.Object({
  text: Type.String(),
  start: Type.Number(),
  end: Type.Number(),
  confidence: Type.Number(),
  hasSpace: Type.Boolean(),
  language: Type.Optional(Type.String()),
})

/**
 * The words of one track in one span, with times relative to the recording. `language` is the one
 * that most is said in; a word that is in another has its own.
 */
export const TranscribedPart = Type.Object({
  language: Type.String(),
  languageProbability: Type.Union([Type.Number(), Type.Null()]),
  words: Type.Array(Word),
})
export type TranscribedPart = Static<typeof TranscribedPart>

const SpeakerSpans = Type.Array(
  Type.Object({
    start: Type.Number(),
    end: Type.Number(),
    speaker: Type.Integer({ minimum: 0 }),
  }),
)

/** Who spoke when; parts of versions before 2026-11-25 do not know who else did. */
export const FoundSpeakers = Type.Object({
  turns: SpeakerSpans,
  overlaps: Type.Optional(SpeakerSpans),
  voices: Type.Array(Type.Object({ model: Type.String(), embedding: Type.Array(Type.Number()) })),
})
export type FoundSpeakers = Static<typeof FoundSpeakers>

/** All parts of a recording; stored before the first is transcribed. */
const Plan = Type.Object({
  parts: Type.Array(Type.Object({ key: Type.String(), share: Type.Number() })),
})

/** The key of a part: a hash of all its inputs. */
export function partKey(kind: string, inputs: Record<string, unknown>): string {
  const facts = JSON.stringify({ version, ...inputs })
  return `${kind}:${createHash('sha256').update(facts).digest('hex').slice(0, 40)}`
}

/** Reads a stored part; undefined if it is missing or has a different shape. */
async function readPart<T extends TSchema>(
  store: PartStore | undefined,
  key: string,
  schema: T,
): Promise<Static<T> | undefined> {
  const value: unknown = await store?.read(key)
  return Value.Check(schema, value) ? value : undefined
}

/** Returns the stored part, or computes and stores it. */
export async function onlyOnce<T extends TSchema>(
  store: PartStore | undefined,
  { key, schema }: { key: string; schema: T },
  make: () => Promise<Static<T> & object>,
): Promise<Static<T>> {
  const found = await readPart(store, key, schema)
  if (found !== undefined) return found
  const made = await make()
  await store?.write(key, made)
  return made
}

/** Decoding's share of the work: small, but it moves the progress bar at once. */
export const decodeShare = 0.05

/** Diarization's share of the work, relative to transcription. */
export const speakersShare = 0.1

/** Seconds added to every part, because even silence takes time. */
const leastSeconds = 1

export type Shares = {
  /** The share of each part in the total work. */
  parts: number[]
  /** Overall progress, 0–1, when this fraction of a part is complete. */
  at: (part: number, fraction: number) => number
}

/** Computes progress shares of the parts, in proportion to the seconds of sound in each. */
export function createShares(
  parts: readonly { chunks: readonly Span[] }[],
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

/** What determines the parts of a recording, before it is decoded. */
type PlannedWork = {
  request: SpeechRequest
  weights: Pick<Weights, 'id' | 'language' | 'translate'>
}

/** Stores the list of parts, so that a later run knows its progress before it decodes. */
export async function keepPlan(
  store: PartStore | undefined,
  work: PlannedWork,
  parts: { key: string; share: number }[],
): Promise<void> {
  if (store === undefined) return
  const key = await planKey(work)
  if ((await readPart(store, key, Plan)) === undefined) await store.write(key, { parts })
}

/** The share of the work completed by an earlier run; 0 without one. */
export async function resumedShare(
  store: PartStore | undefined,
  work: PlannedWork,
): Promise<number> {
  if (store === undefined) return 0
  const plan = await readPart(store, await planKey(work), Plan)
  let share = plan === undefined ? 0 : decodeShare
  for (const part of plan?.parts ?? []) {
    if ((await store.read(part.key)) !== undefined) share += part.share
  }
  return share
}

async function planKey({ request, weights }: PlannedWork): Promise<string> {
  const { size } = await stat(request.audioPath)
  const { vocabulary = [] } = request
  const { id, language, translate } = weights
  return partKey('plan', { size, vocabulary, id, language, translate })
}
