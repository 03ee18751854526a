/** Logistic regression by Newton's method, with a penalty on squared weights of standardized features. */

import type { BorderModel } from '../service/engine/chapters/border-model.ts'

export type Rows = {
  names: readonly string[]
  /** One array per feature. */
  columns: readonly Float64Array[]
  /** 0 to 1: a soft label counts for both sides. */
  labels: Float64Array
}

const rounds = 12

/** The weights are for features as they are, not standardized. */
export function fitLogistic({ names, columns, labels }: Rows, penalty: number): BorderModel {
  const size = names.length + 1
  const means = columns.map(
    (column) => column.reduce((sum, value) => sum + value, 0) / labels.length,
  )
  const spreads = columns.map((column, of) => {
    const mean = means[of] ?? 0
    const squares = column.reduce((sum, value) => sum + (value - mean) ** 2, 0)
    return Math.sqrt(squares / labels.length) + 1e-6
  })
  let weights = new Float64Array(size)
  const row = new Float64Array(size)
  for (let round = 0; round < rounds; round += 1) {
    const gradient = new Float64Array(size)
    const hessian = Array.from({ length: size }, () => new Float64Array(size))
    for (const [at, label] of labels.entries()) {
      row[0] = 1
      for (const [of, column] of columns.entries()) {
        row[of + 1] = ((column[at] ?? 0) - (means[of] ?? 0)) / (spreads[of] ?? 1)
      }
      const likelihood =
        1 / (1 + Math.exp(-row.reduce((sum, value, of) => sum + value * (weights[of] ?? 0), 0)))
      addRow({ gradient, hessian }, row, {
        error: likelihood - label,
        curve: likelihood * (1 - likelihood),
      })
    }
    for (let of = 1; of < size; of += 1) {
      gradient[of] = (gradient[of] ?? 0) + penalty * (weights[of] ?? 0)
      const line = hessian[of]
      if (line) line[of] = (line[of] ?? 0) + penalty
    }
    const step = solve(hessian, gradient)
    weights = weights.map((weight, of) => weight - (step[of] ?? 0))
  }
  const own = columns.map((_, of) => (weights[of + 1] ?? 0) / (spreads[of] ?? 1))
  const shift = own.reduce((sum, weight, of) => sum + weight * (means[of] ?? 0), 0)
  return {
    intercept: round6((weights[0] ?? 0) - shift),
    weights: Object.fromEntries(names.map((name, of) => [name, round6(own[of] ?? 0)])),
  }
}

const round6 = (value: number): number => Math.round(value * 1e6) / 1e6

function addRow(
  { gradient, hessian }: { gradient: Float64Array; hessian: Float64Array[] },
  row: Float64Array,
  { error, curve }: { error: number; curve: number },
): void {
  for (const [of, line] of hessian.entries()) {
    const value = row[of] ?? 0
    gradient[of] = (gradient[of] ?? 0) + error * value
    for (let other = 0; other <= of; other += 1) {
      line[other] = (line[other] ?? 0) + curve * value * (row[other] ?? 0)
    }
  }
}

/** Solves a symmetric positive definite system, of which the lower half is given, by Cholesky. */
function solve(lower: readonly Float64Array[], right: Float64Array): Float64Array {
  const at = (line: number, column: number) => lower[line]?.[column] ?? 0
  for (const [line, values] of lower.entries()) {
    for (let column = 0; column <= line; column += 1) {
      let sum = at(line, column)
      for (let of = 0; of < column; of += 1) sum -= at(line, of) * at(column, of)
      values[column] = column === line ? Math.sqrt(sum) : sum / at(column, column)
    }
  }
  const result = Float64Array.from(right)
  for (let line = 0; line < result.length; line += 1) {
    let sum = result[line] ?? 0
    for (let of = 0; of < line; of += 1) sum -= at(line, of) * (result[of] ?? 0)
    result[line] = sum / at(line, line)
  }
  for (let line = result.length - 1; line >= 0; line -= 1) {
    let sum = result[line] ?? 0
    for (let of = line + 1; of < result.length; of += 1) sum -= at(of, line) * (result[of] ?? 0)
    result[line] = sum / at(line, line)
  }
  return result
}
