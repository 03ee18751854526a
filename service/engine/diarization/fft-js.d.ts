/** The part of fft.js that we use; it ships no types. */
declare module 'fft.js' {
  export default class FFT {
    constructor(size: number)
    /** Interleaved real and imaginary parts. */
    createComplexArray(): number[]
    /** Writes the spectrum of a real signal to the first half of `output`. */
    realTransform(output: number[], input: ArrayLike<number>): void
  }
}
