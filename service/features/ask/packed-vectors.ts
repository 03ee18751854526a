/** Vectors as bytes, for a database without pgvector (0049-packed-vectors.sql), and their comparison. */

/** Half precision, as pgvector keeps it. */
export const pack = (vector: readonly number[]): Buffer =>
  Buffer.from(Float16Array.from(vector).buffer)

/** Of vectors that stand one after the other, the inner product of each with one more. */
export function innerProducts(packed: Buffer, vector: readonly number[]): Float64Array {
  // A copy: a view of two bytes each has to begin at an even place.
  const numbers = new Float16Array(new Uint8Array(packed).buffer)
  const other = Float64Array.from(vector)
  const size = other.length
  const products = new Float64Array(numbers.length / size)
  for (let at = 0; at < products.length; at += 1) {
    let sum = 0
    for (let place = 0; place < size; place += 1) {
      sum += (numbers[at * size + place] ?? 0) * (other[place] ?? 0)
    }
    products[at] = sum
  }
  return products
}
