/** Which segments carry what a model wrote: told by the words they share, never by the model. */
import type { WriteRequest, WriterSegment } from './engine.ts'
import { functionWords } from './extractive/words.ts'
import { step } from './schema-shape.ts'

/** Share of a text's content words that its segments must have said. */
const leastCovered = 0.6

/** A claim may be put together from a few places; from more of them anything can be. */
const mostSegments = 5

type Indexed = { id: string; words: Set<string> }

/** Evidence per text in the result, and the share of texts that have it, 0–100. */
export function findEvidence(
  result: Record<string, unknown>,
  { segments, language, schema }: Pick<WriteRequest, 'segments' | 'language' | 'schema'>,
): { evidence: Record<string, string[]>; confidenceScore: number } {
  const index = segments.map((segment) => ({ id: segment.id, words: wordsOf(segment, language) }))
  const evidence: Record<string, string[]> = {}
  const chosen = new Set(enumTexts(schema))
  let checkable = 0
  for (const { pointer, text } of textsOf(result, '')) {
    const words = [...contentWords(text, language)]
    // A value picked from the schema's own list was not written by the model.
    if (words.length === 0 || chosen.has(text)) continue
    checkable += 1
    const ids = supportFor(words, index)
    if (ids) evidence[pointer] = ids
  }
  const supported = Object.keys(evidence).length
  return { evidence, confidenceScore: checkable ? Math.round((100 * supported) / checkable) : 0 }
}

function wordsOf({ text, speaker }: WriterSegment, language: string): Set<string> {
  return new Set([...contentWords(text, language), ...contentWords(speaker, language)])
}

/** The segments that together say enough of the words, best first; null where they do not. */
function supportFor(words: readonly string[], index: readonly Indexed[]): string[] | null {
  const open = new Set(words)
  const ids: string[] = []
  while (ids.length < mostSegments && open.size > 0) {
    let best: { id: string; hits: string[] } | null = null
    for (const { id, words: said } of index) {
      const hits = [...open].filter((word) => said.has(word))
      if (hits.length > (best?.hits.length ?? 0)) best = { id, hits }
    }
    // A single shared word of a long claim is chance, not support.
    if (!best || (words.length > 3 && best.hits.length < 2)) break
    for (const word of best.hits) open.delete(word)
    ids.push(best.id)
  }
  return (words.length - open.size) / words.length >= leastCovered ? ids : null
}

function contentWords(text: string, language: string): Set<string> {
  const locale = Intl.Segmenter.supportedLocalesOf([language])[0] ?? 'en'
  const isEnglish = language.toLowerCase().startsWith('en')
  const words = new Set<string>()
  for (const { segment, isWordLike } of segmenterFor(locale).segment(text)) {
    const word = segment.toLowerCase().replaceAll('’', "'")
    if (!isWordLike || (isEnglish ? functionWords.has(word) : isShort(word))) continue
    words.add(isEnglish ? stem(word) : word)
  }
  return words
}

const segmenters = new Map<string, Intl.Segmenter>()

function segmenterFor(locale: string): Intl.Segmenter {
  const known = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'word' })
  segmenters.set(locale, known)
  return known
}

function isShort(word: string): boolean {
  return /^\p{Script=Latin}{1,3}$/u.test(word)
}

/** Endings that change between what was said and how it is told: reports, reported, reporting. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:'s|ing|ed|es|s)$/u, '').replace(/e$/u, '') : word
}

function textsOf(value: unknown, pointer: string): { pointer: string; text: string }[] {
  if (typeof value === 'string') return [{ pointer, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, step(pointer, key)))
}

/** Every text that the schema itself offers as a value. */
function enumTexts(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, inner]) => {
    if (key === 'const' && typeof inner === 'string') return [inner]
    if (key !== 'enum' || !Array.isArray(inner)) return enumTexts(inner)
    return inner.filter((value) => typeof value === 'string')
  })
}
