/** Finished parts of a recording: what they are named after, and how they are read back. */
import { createHash } from 'node:crypto'
import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { PartStore } from '../engine.ts'

/** Raised when what a part holds, or how it is made, changes: older ones are then made again. */
const version = 2

const Word = Type.Object({
  text: Type.String(),
  start: Type.Number(),
  end: Type.Number(),
  confidence: Type.Number(),
  hasSpace: Type.Boolean(),
})

/** The words of one track in one span, on the recording's clock. */
export const TranscribedPart = Type.Object({
  language: Type.String(),
  languageProbability: Type.Union([Type.Number(), Type.Null()]),
  words: Type.Array(Word),
})
export type TranscribedPart = Static<typeof TranscribedPart>

/** Who spoke when. */
export const FoundSpeakers = Type.Object({
  turns: Type.Array(
    Type.Object({
      start: Type.Number(),
      end: Type.Number(),
      speaker: Type.Integer({ minimum: 0 }),
    }),
  ),
  voices: Type.Array(Type.Object({ model: Type.String(), embedding: Type.Array(Type.Number()) })),
})
export type FoundSpeakers = Static<typeof FoundSpeakers>

/** What was to be done, so that work taken up again knows how much of it is. */
export const Plan = Type.Object({
  parts: Type.Array(Type.Object({ key: Type.String(), share: Type.Number() })),
})

/** A name for a part: a hash of all that it is made from. */
export function partKey(kind: string, madeFrom: Record<string, unknown>): string {
  const facts = JSON.stringify({ version, ...madeFrom })
  return `${kind}:${createHash('sha256').update(facts).digest('hex').slice(0, 40)}`
}

/** Reads a part; undefined where there is none, or one that is not of this form. */
export async function readPart<T extends TSchema>(
  store: PartStore | undefined,
  key: string,
  schema: T,
): Promise<Static<T> | undefined> {
  const value: unknown = await store?.read(key)
  return Value.Check(schema, value) ? value : undefined
}

/** Gives a finished part back, or makes it and keeps it. */
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
