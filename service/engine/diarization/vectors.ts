/** The little vector arithmetic that voices need. */
export type Vector = Float32Array

export function dot(a: Vector, b: Vector): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

/** The direction of a weighted sum, at unit length; all zero when there is none. */
export function unitMean(vectors: readonly Vector[], weights?: readonly number[]): Vector {
  const sum = new Float32Array(vectors[0]?.length ?? 0)
  for (const [index, vector] of vectors.entries()) {
    const weight = weights?.[index] ?? 1
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + weight * (vector[at] ?? 0)
  }
  const length = Math.sqrt(dot(sum, sum))
  return length === 0 ? sum : sum.map((value) => value / length)
}
