import { typeidUnboxed } from 'typeid-js'

/** Spec: General conventions 7; the prefixes from `mem` on are our choice (api-choices.md 1). */
const idPrefixes = [
  'org',
  'proj',
  'cont',
  'ana',
  'ins',
  'prompt',
  'key',
  'wh',
  'evt',
  'mem',
  'inv',
  'dlv',
  'req',
  'seg',
  'ntc',
  'voice',
  'trial',
  'act',
  'msv',
  'aud',
  'bkp',
  'wfl',
  'cal',
  'cev',
  'ses',
] as const

export type IdPrefix = (typeof idPrefixes)[number]
export type Id<P extends IdPrefix> = `${P}_${string}`

/**
 * Creates an id: prefix and UUIDv7 in 26 base-32 characters, so ids sort by time
 * and contain no dot.
 */
export function newId<P extends IdPrefix>(prefix: P): Id<P> {
  return `${prefix}_${typeidUnboxed()}`
}

export function isId<P extends IdPrefix>(prefix: P, value: string): value is Id<P> {
  return (
    value.startsWith(`${prefix}_`) &&
    /^[0-9a-hjkmnp-tv-z]{26}$/.test(value.slice(prefix.length + 1))
  )
}
