/** Chooses borders: likely ones, as many as people set, and not too unlike in length. */

export type BorderChoice = {
  /** How likely a chapter begins at each segment, 0 to 1. */
  likelihoods: readonly number[]
  /** Words before each segment, and in all as the last entry. */
  before: readonly number[]
  /** Chapters to make, at least one. */
  count: number
}

/** Weight of a chapter's squared deviation from the mean length, on a logarithmic scale. */
const lengthWeight = 0.15
/** No chapter is shorter, in words. */
const shortestWords = 40
/** Less likely borders than these are not considered, which bounds the time. */
const mostCandidates = 160

type Candidate = { segment: number; at: number; score: number }

/** The first segments of all chapters but the first, in order; fewer where they would be too short. */
export function placeBorders({ likelihoods, before, count }: BorderChoice): number[] {
  const candidates = toCandidates(likelihoods, before)
  for (let borders = Math.min(count - 1, candidates.length - 2); borders > 0; borders -= 1) {
    const best = bestPath(candidates, borders)
    if (best) return best
  }
  return []
}

/** Between the start and the end of the recording, which are borders in any case. */
function toCandidates(likelihoods: readonly number[], before: readonly number[]): Candidate[] {
  const inner = likelihoods
    .map((likelihood, segment) => ({ segment, at: before[segment] ?? 0, score: logit(likelihood) }))
    .slice(1)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostCandidates)
    .toSorted((a, b) => a.segment - b.segment)
  const end = { segment: likelihoods.length, at: before.at(-1) ?? 0, score: 0 }
  return [{ segment: 0, at: 0, score: 0 }, ...inner, end]
}

function logit(likelihood: number): number {
  const bounded = Math.min(1 - 1e-4, Math.max(1e-4, likelihood))
  return Math.log(bounded / (1 - bounded))
}

type Step = { value: number; from: number }

/** Dynamic programming over the candidates; undefined where no path has only chapters that are long enough. */
function bestPath(candidates: readonly Candidate[], borders: number): number[] | undefined {
  const mean = (candidates.at(-1)?.at ?? 0) / (borders + 1)
  const steps: Step[][] = [
    candidates.map((_, at) => ({ value: at === 0 ? 0 : -Infinity, from: 0 })),
  ]
  for (let chapter = 1; chapter <= borders + 1; chapter += 1) {
    const previous = steps[chapter - 1] ?? []
    steps.push(candidates.map((to) => bestStep(candidates, previous, { to, mean })))
  }
  let at = candidates.length - 1
  if ((steps[borders + 1]?.[at]?.value ?? -Infinity) === -Infinity) return undefined
  const path: number[] = []
  for (let chapter = borders + 1; chapter > 1; chapter -= 1) {
    at = steps[chapter]?.[at]?.from ?? 0
    path.unshift(candidates[at]?.segment ?? 0)
  }
  return path
}

function bestStep(
  candidates: readonly Candidate[],
  previous: readonly Step[],
  { to, mean }: { to: Candidate; mean: number },
): Step {
  let best: Step = { value: -Infinity, from: 0 }
  for (const [from, start] of candidates.entries()) {
    const words = to.at - start.at
    if (words < shortestWords) break
    const deviation = Math.log(words / mean)
    const value = (previous[from]?.value ?? -Infinity) + to.score - lengthWeight * deviation ** 2
    if (value > best.value) best = { value, from }
  }
  return best
}
