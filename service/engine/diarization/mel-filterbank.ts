/** The input features of the voice encoder: Kaldi's filterbank with 80 mel bins. */
import FFT from 'fft.js'

export const bandCount = 80
const hopSamples = 160
const rate = 16_000
const windowSamples = 400
const fftSize = 512
const lowestHertz = 20
const emphasis = 0.97
const smallest = 1.192_092_9e-7

const toMel = (hertz: number): number => 1127 * Math.log(1 + hertz / 700)

type Filter = { first: number; weights: Float64Array }

/** Triangular filters of equal height, evenly spaced on the mel scale. */
function makeFilters(): Filter[] {
  const lowest = toMel(lowestHertz)
  const step = (toMel(rate / 2) - lowest) / (bandCount + 1)
  const binMels = Array.from({ length: fftSize / 2 }, (_, bin) => toMel((bin * rate) / fftSize))
  return Array.from({ length: bandCount }, (_, band) => {
    const [low, high] = [lowest + band * step, lowest + (band + 2) * step]
    const first = binMels.findIndex((mel) => mel > low)
    const inside = binMels.filter((mel) => mel > low && mel < high)
    const weights = Float64Array.from(inside, (mel) => Math.min(mel - low, high - mel) / step)
    return { first, weights }
  })
}

/** Creates a function from samples (−1 to 1) to frames of `bandCount` values, one every 10 ms. */
export function createMelFilterbank(): (samples: Float32Array) => Float32Array {
  const fft = new FFT(fftSize)
  const spectrum = fft.createComplexArray()
  const input = new Float64Array(fftSize)
  const filters = makeFilters()
  // Kaldi's Povey window, between Hann and Hamming.
  const shape = Float64Array.from(
    { length: windowSamples },
    (_, at) => (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / (windowSamples - 1))) ** 0.85,
  )
  const readWindow = (samples: Float32Array, from: number): void => {
    let mean = 0
    for (let at = 0; at < windowSamples; at += 1) mean += (samples[from + at] ?? 0) / windowSamples
    for (let at = 0; at < windowSamples; at += 1) {
      const value = (samples[from + at] ?? 0) - mean
      const before = (samples[from + Math.max(0, at - 1)] ?? 0) - mean
      input[at] = (value - emphasis * before) * (shape[at] ?? 0)
    }
  }
  return (samples) => {
    const count = Math.max(0, Math.floor((samples.length - windowSamples) / hopSamples) + 1)
    const frames = new Float32Array(count * bandCount)
    for (let frame = 0; frame < count; frame += 1) {
      readWindow(samples, frame * hopSamples)
      fft.realTransform(spectrum, input)
      for (const [band, { first, weights }] of filters.entries()) {
        let power = 0
        for (let at = 0; at < weights.length; at += 1) {
          const real = spectrum[2 * (first + at)] ?? 0
          const imaginary = spectrum[2 * (first + at) + 1] ?? 0
          power += (weights[at] ?? 0) * (real * real + imaginary * imaginary)
        }
        frames[frame * bandCount + band] = Math.log(Math.max(smallest, power))
      }
    }
    return withoutMean(frames, count)
  }
}

/**
 * Subtracts each bin's mean over the window: it stems from room and microphone, not from the voice.
 */
function withoutMean(frames: Float32Array, count: number): Float32Array {
  const means = new Float64Array(bandCount)
  for (const [at, value] of frames.entries()) {
    means[at % bandCount] = (means[at % bandCount] ?? 0) + value / count
  }
  return frames.map((value, at) => value - (means[at % bandCount] ?? 0))
}
