import type { Model } from 'earshot/client'

export type Recommendation = 'fast' | 'balanced' | 'best'

const qualities = ['basic', 'good', 'better', 'high', 'best']
const speeds = ['slow', 'medium', 'fast', 'fastest']
const verdicts = ['too_large', 'tight', 'slow', 'good']

const rank = (words: readonly string[], word: string | null): number => words.indexOf(word ?? '')

/**
 * At most three language models for this machine, the fastest first. The service judges by memory
 * and cores what fits; on a small machine fewer than three do.
 */
export function recommendedModels(
  models: readonly Model[],
): { model: Model; recommendation: Recommendation }[] {
  const fitting = models
    .filter(({ kind, fits }) => kind === 'language-model' && fits.verdict !== 'too_large')
    .toSorted(byQuality)
  const good = fitting.filter(({ fits }) => fits.verdict === 'good')
  const best = good.at(-1) ?? fitting.toSorted(byVerdict).at(-1)
  if (!best) return []
  const others = fitting.filter((model) => model !== best && !isBetter(model, best))
  const fast = others.toSorted(bySpeed).at(-1)
  const between = others.filter((model) => model !== fast && (!fast || isBetter(model, fast)))
  const balanced = between.at(-1)
  return [
    ...(fast ? [{ model: fast, recommendation: 'fast' as const }] : []),
    ...(balanced ? [{ model: balanced, recommendation: 'balanced' as const }] : []),
    { model: best, recommendation: 'best' as const },
  ]
}

/** What to show of the language models: those recommended first, and what is here, on its way or was added. */
export function sortLanguageModels(models: readonly Model[]) {
  const recommendationOf = new Map(
    recommendedModels(models).map(({ model, recommendation }) => [model.id, recommendation]),
  )
  const all = models
    .filter(({ kind }) => kind === 'language-model')
    .toSorted(
      (a, b) => Number(b.is_installed) - Number(a.is_installed) || a.memory_bytes - b.memory_bytes,
    )
  const isShown = ({ id, state, is_removable: isAdded }: Model) =>
    recommendationOf.has(id) || state.status !== 'missing' || isAdded
  const others = all.filter((model) => !isShown(model))
  return { shown: all.filter(isShown), others, recommendationOf }
}

/** The worst first; of equals the largest first, so that the smaller one is taken. */
const byQuality = (a: Model, b: Model): number =>
  rank(qualities, a.quality) - rank(qualities, b.quality) || b.memory_bytes - a.memory_bytes

const byVerdict = (a: Model, b: Model): number =>
  rank(verdicts, a.fits.verdict) - rank(verdicts, b.fits.verdict) || byQuality(a, b)

const bySpeed = (a: Model, b: Model): number =>
  rank(speeds, a.speed) - rank(speeds, b.speed) || byQuality(a, b)

/** By quality, and by size where the catalogue calls two equally good. */
const isBetter = (a: Model, b: Model): boolean =>
  rank(qualities, a.quality) - rank(qualities, b.quality) > 0 ||
  (a.quality === b.quality && a.memory_bytes > b.memory_bytes)
