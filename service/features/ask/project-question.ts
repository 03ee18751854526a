/**
 * A question's vector, moved by a trained projection: the inner product with it tells how likely a turn answers
 * the question, not only how alike the two are. Holds for the vectors of all-MiniLM-L6-v2.
 */
import { projectionWeights } from './projection-weights.ts'

type Packed = { scale: number; bytes: string }

const { rank } = projectionWeights
const into = unpack(projectionWeights.into)
const out = unpack(projectionWeights.out)
const gains = unpack(projectionWeights.gains)

/** A vector of another length, which is of another model, stays as it is. */
export function projectQuestion(vector: readonly number[]): number[] {
  if (vector.length !== gains.length) return [...vector]
  const narrow = Array.from({ length: rank }, (_, unit) =>
    vector.reduce((sum, value, at) => sum + value * (into[at * rank + unit] ?? 0), 0),
  )
  return vector.map((value, at) =>
    narrow.reduce(
      (sum, each, unit) => sum + each * (out[unit * vector.length + at] ?? 0),
      value * (1 + (gains[at] ?? 0)),
    ),
  )
}

/** Numbers of 8 bits, row by row. */
function unpack({ scale, bytes }: Packed): Float64Array {
  return Float64Array.from(new Int8Array(Buffer.from(bytes, 'base64')), (value) => value * scale)
}
