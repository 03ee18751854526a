/** The spectra that the speaker encoder was trained on: mel bands of power, no logarithm. */
import FFT from 'fft.js'

export const melBands = 40
export const melHop = 160
const rate = 16_000
const windowLength = 400

/**
 * The encoder's own recipe transforms 400 samples as they are; padded to a power of two for the
 * library, embeddings stay the same within a cosine of 0.99 to 1 (one speaker's windows: 0.7).
 */
const fftSize = 512
const bins = fftSize / 2 + 1

const hertzPerMel = 200 / 3
const logStep = Math.log(6.4) / 27

/** Slaney's mel scale: linear up to 1000 Hz (15 mel), logarithmic above. */
const toMel = (hertz: number): number =>
  hertz < 1000 ? hertz / hertzPerMel : 15 + Math.log(hertz / 1000) / logStep
const toHertz = (mel: number): number =>
  mel < 15 ? mel * hertzPerMel : 1000 * Math.exp((mel - 15) * logStep)

type Band = { first: number; weights: Float64Array }

/** Triangles over the spectrum's bins, each of the same area. */
function makeBands(): Band[] {
  const edges = Array.from({ length: melBands + 2 }, (_, at) =>
    toHertz((toMel(rate / 2) * at) / (melBands + 1)),
  )
  return Array.from({ length: melBands }, (_, band) => {
    const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3)
    const first = Math.ceil((low * fftSize) / rate)
    const last = Math.min(bins - 1, Math.floor((high * fftSize) / rate))
    const weights = Float64Array.from({ length: Math.max(0, last - first + 1) }, (_unused, at) => {
      const hertz = ((first + at) * rate) / fftSize
      const height = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle))
      return (Math.max(0, height) * 2) / (high - low)
    })
    return { first, weights }
  })
}

/**
 * Makes a function from samples (−1 to 1) to frames of `melBands` values, one every 10 ms, each
 * centred on its moment; beyond both ends there is silence.
 */
export function createMel(): (samples: Float32Array) => Float32Array {
  const fft = new FFT(fftSize)
  const spectrum = fft.createComplexArray()
  const input = new Float64Array(fftSize)
  const bands = makeBands()
  const hann = Float64Array.from(
    { length: windowLength },
    (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / windowLength),
  )
  // Padding spreads the same power over more bins.
  const scale = windowLength / fftSize
  return (samples) => {
    const count = Math.floor(samples.length / melHop)
    const frames = new Float32Array(count * melBands)
    for (let frame = 0; frame < count; frame += 1) {
      const from = frame * melHop - windowLength / 2
      for (let at = 0; at < windowLength; at += 1) {
        input[at] = (samples[from + at] ?? 0) * (hann[at] ?? 0)
      }
      fft.realTransform(spectrum, input)
      for (const [band, { first, weights }] of bands.entries()) {
        let power = 0
        for (let at = 0; at < weights.length; at += 1) {
          const real = spectrum[2 * (first + at)] ?? 0
          const imaginary = spectrum[2 * (first + at) + 1] ?? 0
          power += (weights[at] ?? 0) * (real * real + imaginary * imaginary)
        }
        frames[frame * melBands + band] = power * scale
      }
    }
    return frames
  }
}
