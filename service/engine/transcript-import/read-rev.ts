/** Reads the JSON of Rev: turns that consist of words with times and marks without. */
import { Type, type Static } from 'typebox'
import { cleanText } from './clean-text.ts'
import type { ReadLine } from './imported-transcript.ts'
import { secondsOf, speakerOf } from './json-values.ts'

const Element = Type.Object({
  value: Type.String(),
  ts: Type.Optional(Type.Unknown()),
  end_ts: Type.Optional(Type.Unknown()),
})
export const Monologues = Type.Array(
  Type.Object({ speaker: Type.Optional(Type.Unknown()), elements: Type.Array(Element) }),
)

export const fromRev = (monologues: Static<typeof Monologues>): ReadLine[] =>
  monologues.flatMap(({ speaker, elements }) => {
    const text = cleanText(elements.map(({ value }) => value).join(''))
    const starts = elements.flatMap(({ ts }) => secondsOf(ts) ?? [])
    const ends = elements.flatMap((element) => secondsOf(element.end_ts) ?? [])
    const [start = null, end = null] = [starts[0], ends.at(-1)]
    return text === '' ? [] : [{ speaker: speakerOf(speaker), start, end, text }]
  })
