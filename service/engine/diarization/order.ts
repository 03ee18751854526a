/** What a process of the speaker engine is asked to do: its one argument, as JSON. */
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

const Listen = Type.Object({
  /** Absent where all the speech is one person's. */
  segmentation: Type.Optional(Type.String()),
  encoder: Type.String(),
  wav: Type.String(),
  /** File of the spans with speech (spans-file.ts). */
  spans: Type.String(),
})
export type Listen = Static<typeof Listen>

const Order = Type.Object({
  listen: Type.Optional(Listen),
  /** Files of what others heard, in the order of time (heard-file.ts). */
  heard: Type.Optional(Type.Array(Type.String())),
  /** Where to write what was heard; without it the voices are told apart. */
  target: Type.Optional(Type.String()),
})
export type Order = Static<typeof Order>

export function parseOrder(text: string | undefined): Order {
  const order: unknown = JSON.parse(text ?? 'null')
  if (!Value.Check(Order, order)) throw new Error('usage: diarization-child.ts ORDER, as JSON')
  return order
}
