/** Values of a JSON file that anybody may have written. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { toSeconds } from './clock-times.ts'
import { cleanName } from './clean-text.ts'
import { mostSeconds } from './imported-transcript.ts'

const Seconds = Type.Number({ minimum: 0, maximum: mostSeconds })

/** Undefined where `value` is no object, or has no field of this name of its own. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined

/** The first field of these names that is there and not null. */
export const firstOf = (value: unknown, names: readonly string[]): unknown =>
  names.map((name) => fieldOf(value, name)).find((found) => found !== undefined && found !== null)

/** A number of seconds, or a time as clocks show it; null for anything else. */
export function secondsOf(value: unknown): number | null {
  if (typeof value === 'string') return toSeconds(value) ?? numberOf(Number(value || Number.NaN))
  return numberOf(value)
}

const numberOf = (value: unknown): number | null =>
  Value.Check(Seconds, value) ? Math.round(value * 1000) / 1000 : null

/** Some programs number the speakers. */
export function speakerOf(value: unknown): string | null {
  if (typeof value === 'number') return `Speaker ${value}`
  return typeof value === 'string' ? cleanName(value) : null
}
