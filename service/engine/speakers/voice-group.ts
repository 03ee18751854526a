/** A group of windows taken for one voice, as sums: they tell the mean likeness of all pairs. */
import type { Stretch } from '../wav-file.ts'
import { dot, type Vector } from './vectors.ts'

export type Window = Stretch & { embedding: Vector }

export type Group = {
  /** Sum of the embeddings, each by the seconds of its window. */
  sum: Vector
  seconds: number
  squares: number
  /** Mean similarity of its windows with each other. */
  inside: number
  /** Places of its windows in the recording. */
  windows: number[]
}

/** How alike two windows of one voice are in the middle, and how many seconds that is worth. */
const usual = { similarity: 0.74, seconds: 4 }

export function groupOfOne({ start, end, embedding }: Window, at: number): Group {
  const seconds = end - start
  return {
    sum: embedding.map((value) => value * seconds),
    seconds,
    squares: seconds * seconds,
    inside: usual.similarity,
    windows: [at],
  }
}

/** Mean similarity of the windows of one group with those of another. */
export const between = (a: Group, b: Group): number => dot(a.sum, b.sum) / (a.seconds * b.seconds)

/** One group of the windows of all. */
export function join(groups: readonly Group[]): Group {
  const sum = new Float32Array(groups[0]?.sum.length ?? 0)
  for (const group of groups) {
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (group.sum[at] ?? 0)
  }
  const seconds = groups.reduce((total, group) => total + group.seconds, 0)
  const squares = groups.reduce((total, group) => total + group.squares, 0)
  const windows = groups.flatMap((group) => group.windows)
  return { sum, seconds, squares, inside: inside({ sum, seconds, squares }), windows }
}

/** Leans on what is usual where there are few windows. */
function inside({ sum, seconds, squares }: Pick<Group, 'sum' | 'seconds' | 'squares'>): number {
  const pairs = dot(sum, sum) - squares
  const weight = seconds * seconds - squares
  const prior = usual.seconds * usual.seconds
  return (pairs + usual.similarity * prior) / (weight + prior)
}
