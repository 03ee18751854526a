/** Divides a recording into chapters by what is talked about. */
import { calledIn, introducedIn } from '../extractive/people.ts'
import { isEnglish } from '../stem.ts'
import { gistChapter } from './chapter-gist.ts'
import { countTerms, titleChapter } from './chapter-title.ts'
import { findBorders } from './find-borders.ts'
import { parseSpeech } from './parse-speech.ts'
import type { ChapterSegment } from './spoken-words.ts'

export type Chapter = {
  /** Index of the segment that it begins with. */
  firstSegment: number
  /** A noun phrase of its own words; null where none stands out. */
  title: string | null
  /** One or two of its sentences without their fillers; null where none stands alone. */
  gist: string | null
}

export type ChapterOptions = { language: string; signal: AbortSignal }

/**
 * Chapters in order, the first at segment 0. Empty where there is too little to divide, and in
 * languages other than English. Yields to the event loop and throws if aborted.
 */
export async function findChapters(
  segments: readonly ChapterSegment[],
  { language, signal }: ChapterOptions,
): Promise<Chapter[]> {
  if (!isEnglish(language)) return []
  const starts = await findBorders(segments, signal)
  if (starts.length === 0) return []
  const sentences = await parseSpeech(segments, new Set(starts), signal)
  const all = countTerms(sentences)
  const names = namesIn(segments)
  const taken = new Set<string>()
  return starts.map((firstSegment, at) => {
    const end = starts[at + 1] ?? segments.length
    const own = sentences.filter(({ segment }) => segment >= firstSegment && segment < end)
    const title = titleChapter({ sentences: own, all, names, taken })
    if (title !== null) for (const phrase of title.toLowerCase().split(' and ')) taken.add(phrase)
    return { firstSegment, title, gist: gistChapter(own, all, title) }
  })
}

/** Words of the names of speakers and of whoever is addressed or introduced, in lower case. */
function namesIn(segments: readonly ChapterSegment[]): ReadonlySet<string> {
  const names = segments.flatMap(({ speaker, text }) => [
    speaker,
    calledIn({ plain: text }) ?? '',
    introducedIn({ plain: text }) ?? '',
  ])
  const words = names.flatMap((name) => name.toLowerCase().split(/[^\p{L}]+/u))
  return new Set(words.filter((word) => word.length > 1))
}
