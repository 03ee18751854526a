import { borderModel, type BorderModel } from './border-model.ts'
import { borderFeatures, type BorderFeatures } from './border-features.ts'
import { placeBorders } from './place-borders.ts'
import { toSpokenWords, type ChapterSegment } from './spoken-words.ts'

/** Nothing shorter is divided, in words: about three minutes. */
const fewestWords = 450
/** On average no chapter is shorter, in words. */
const shortestMean = 225
const mostChapters = 24

/**
 * The first segment of every chapter, 0 included; empty where there are too few words to divide.
 * Yields to the event loop and throws if aborted.
 */
export async function findBorders(
  segments: readonly ChapterSegment[],
  signal: AbortSignal,
): Promise<number[]> {
  const { before, total } = toSpokenWords(segments)
  if (total < fewestWords) return []
  const features = await borderFeatures(segments, signal)
  const likelihoods = borderLikelihoods(features, segments.length)
  return [0, ...placeBorders({ likelihoods, before, count: chapterCount(total) })]
}

/** As many as the meetings trained on have: 9.2 chapters in 7,200 words, and hardly more in longer ones. */
export function chapterCount(words: number): number {
  const usual = 9.2 * (words / 7200) ** 0.3
  return Math.max(1, Math.min(mostChapters, Math.round(Math.min(usual, words / shortestMean))))
}

/** Logistic regression. */
export function borderLikelihoods(
  features: BorderFeatures,
  segments: number,
  { intercept, weights }: BorderModel = borderModel,
): number[] {
  const sums = Array.from({ length: segments }, () => intercept)
  for (const [name, weight] of Object.entries(weights)) {
    for (const [at, value] of (features[name] ?? []).entries()) {
      sums[at] = (sums[at] ?? 0) + weight * value
    }
  }
  return sums.map((sum) => 1 / (1 + Math.exp(-sum)))
}
