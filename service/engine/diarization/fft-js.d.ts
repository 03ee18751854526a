/** What we use of fft.js, which has no types of its own. */
declare module 'fft.js' {
  export default class FFT {
    constructor(size: number)
    /** Interleaved real and imaginary parts, one number for each. */
    createComplexArray(): number[]
    /** Fills the first half of `output`: the spectrum of a real signal. */
    realTransform(output: number[], input: ArrayLike<number>): void
  }
}
