/**
 * Decides which parts of an answer the recording supports, from the words that were said and never
 * by asking the model that wrote it. Unsupported items are dropped if the schema permits, and
 * otherwise left without evidence, which marks them.
 */
import { compileSchema } from './check-result.ts'
import type { WriteRequest } from './engine.ts'
import { claimsOf, type Claim, type List } from './evidence/claims.ts'
import { sayingsOf } from './evidence/spoken-dates.ts'
import { checkable, findSupport, indexSegments, type Index } from './evidence/support.ts'
import { plainText } from './evidence/words-of.ts'
import { isObject, step } from './schema-shape.ts'
import { systemText } from './writing/prompt.ts'

type Request = Pick<
  WriteRequest,
  'segments' | 'language' | 'schema' | 'resultLanguage' | 'recordedOn'
> & { instructions?: string }

type Evidence = {
  /** The result without unsupported items, as far as its schema permits dropping them. */
  result: Record<string, unknown>
  /** Maps the JSON pointer of a text in the result to the ids of the segments that support it. */
  evidence: Record<string, string[]>
  /**
   * Percentage of the written texts that are supported, 0–100; dropped ones count as unsupported.
   */
  confidenceScore: number
}

type Checked = { supported: Map<string, number[]>; unsupported: Set<string> }

/**
 * Finds the evidence for a result, and drops or empties texts that nobody said as far as the schema
 * permits. `written` must conform to the schema; so does the returned result.
 */
export function findEvidence(written: Record<string, unknown>, request: Request): Evidence {
  const result = withoutOwnWords(written, request)
  const index = indexSegments(request.segments, request.language)
  const { claims, lists } = claimsOf(result, request.schema)
  const checked = check(claims, lists, { index, request })
  const language = request.resultLanguage ?? request.language
  // In a different language than the speech, missing support does not prove that nothing was said.
  const dropped =
    language === request.language ? unsupportedItems(lists, checked) : new Set<string>()
  const whole = { result, moved: new Map<string, string>() }
  const cut = dropped.size > 0 ? without(result, dropped) : whole
  const isAllowed = dropped.size === 0 || compileSchema(request.schema)(cut.result) === null
  return toEvidence(isAllowed ? cut : whole, { checked, segments: request.segments })
}

/** Empties texts that merely repeat the instructions, unless the schema requires a text there. */
function withoutOwnWords(written: Record<string, unknown>, request: Request) {
  const { instructions = '', segments, schema } = request
  const lines = [...instructions.split('\n'), ...descriptionsIn(schema)]
  const clean = withoutEchoes(written, { lines, segments })
  return compileSchema(schema)(clean) === null ? clean : written
}

type Cut = { result: Record<string, unknown>; moved: ReadonlyMap<string, string> }

function toEvidence(
  { result, moved }: Cut,
  { checked, segments }: { checked: Checked; segments: Request['segments'] },
): Evidence {
  const { supported, unsupported } = checked
  const evidence: Record<string, string[]> = {}
  for (const [pointer, places] of supported) {
    const now = moved.size > 0 ? moved.get(pointer) : pointer
    const ids = places.flatMap((at) => segments[at]?.id ?? [])
    if (now !== undefined) evidence[now] = ids
  }
  const written = supported.size + unsupported.size
  const confidenceScore = written === 0 ? 0 : Math.round((100 * supported.size) / written)
  return { result, evidence, confidenceScore }
}

type Work = {
  index: Index
  request: Request
}

/**
 * Looks for the texts of an item near its longest text: an owner mentioned
 * elsewhere is not evidence.
 */
function check(claims: readonly Claim[], lists: readonly List[], work: Work): Checked {
  const checked: Checked = { supported: new Map(), unsupported: new Set() }
  const items = lists.flatMap(({ pointer, items: values }) =>
    values.flatMap((value, at) => (isObject(value) ? [`${step(pointer, at)}/`] : [])),
  )
  const groups = Map.groupBy(
    claims,
    ({ pointer }) =>
      // The innermost item that contains the text.
      items.filter((item) => pointer.startsWith(item)).toSorted((a, b) => b.length - a.length)[0],
  )
  for (const [item, group] of groups) {
    const [main, ...others] = item === undefined ? [] : group.toSorted(byLength)
    const places = main ? checkOne(main, { ...work, near: null, checked }) : null
    const rest = item === undefined ? group : others
    for (const claim of rest) {
      checkOne(claim, { ...work, near: item ? places : null, checked })
    }
  }
  return checked
}

const byLength = (a: Claim, b: Claim) => b.text.length - a.text.length

type One = Work & { near: readonly number[] | null; checked: Checked }

function checkOne({ pointer, text }: Claim, { index, request, near, checked }: One) {
  const language = request.resultLanguage ?? request.language
  const sayings = sayingsOf(text, request.language, request.recordedOn)
  if (!sayings && !checkable(text, language)) return null
  const places = sayings
    ? whereSaid(index, sayings, near)
    : findSupport(index, { text, near, language })
  if (places) checked.supported.set(pointer, places)
  else checked.unsupported.add(pointer)
  return places
}

/** Choice: a date without other text beside it is searched for in the whole recording. */
function whereSaid({ said }: Index, sayings: string[], near: readonly number[] | null) {
  const found = said.filter(({ at, segment }) => {
    const isNear = near === null || near.some((place) => Math.abs(place - at) <= 3)
    const words = ` ${plainText(segment.text)} `
    return isNear && sayings.some((saying) => words.includes(` ${plainText(saying)} `))
  })
  return found.length > 0 ? found.slice(0, 3).map(({ at }) => at) : null
}

/** Items without any supported text, from the end, as many as their list can spare. */
function unsupportedItems(lists: readonly List[], { supported, unsupported }: Checked) {
  const dropped = new Set<string>()
  for (const { pointer, items, least } of lists) {
    let left = items.length
    for (const at of [...items.keys()].toReversed()) {
      const item = step(pointer, at)
      const inside = (one: string) => one === item || one.startsWith(`${item}/`)
      const hasNone = ![...supported.keys()].some(inside) && [...unsupported].some(inside)
      if (!hasNone || left <= least) continue
      dropped.add(item)
      left -= 1
    }
  }
  return dropped
}

/** Copies the result without some items, and maps the remaining pointers to their new positions. */
function without(result: Record<string, unknown>, dropped: ReadonlySet<string>): Cut {
  const moved = new Map<string, string>()
  const copy = (value: unknown, from: string, to: string): unknown => {
    moved.set(from, to)
    if (typeof value !== 'object' || value === null) return value
    if (!Array.isArray(value)) {
      const entries = Object.entries(value)
      return Object.fromEntries(
        entries.map(([key, inner]) => [key, copy(inner, step(from, key), step(to, key))]),
      )
    }
    const kept = [...value.entries()].filter(([at]) => !dropped.has(step(from, at)))
    return kept.map(([at, inner], now) => copy(inner, step(from, at), step(to, now)))
  }
  // Copying an object yields an object.
  return { result: copy(result, '', '') as Record<string, unknown>, moved }
}

/** Anybody may say shorter lines. */
const leastWords = 4

/** What the schema says of its fields. */
function descriptionsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, inner]: [string, unknown]) =>
    name === 'description' && typeof inner === 'string' ? [inner] : descriptionsIn(inner),
  )
}

/** Copies the result, emptying texts that contain one of the lines which nobody said. */
function withoutEchoes(
  result: Record<string, unknown>,
  { lines, segments }: { lines: readonly string[]; segments: readonly { text: string }[] },
): Record<string, unknown> {
  const said = plainText(segments.map(({ text }) => text).join(' '))
  const own = [...systemText.split(/(?<=\.) /u), ...lines]
    .map(plainText)
    .filter((line) => line.split(' ').length >= leastWords && !said.includes(line))
  const isEcho = (text: string) => own.some((line) => plainText(text).includes(line))
  const clean = (_key: string, value: unknown) =>
    typeof value === 'string' && isEcho(value) ? '' : value
  // Copying an object yields an object.
  return JSON.parse(JSON.stringify(result, clean)) as Record<string, unknown>
}
