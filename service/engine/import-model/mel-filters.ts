/** The filters by which Whisper hears: as librosa computes them (Slaney's scale and area). */

const sampleRate = 16_000
/** Frequencies of a Fourier transform over 400 samples. */
export const frequencies = 201

const linearHz = 200 / 3
const bendHz = 1000
const bendMel = bendHz / linearHz
const step = Math.log(6.4) / 27

const toMel = (hz: number): number =>
  hz < bendHz ? hz / linearHz : bendMel + Math.log(hz / bendHz) / step
const toHz = (mel: number): number =>
  mel < bendMel ? mel * linearHz : bendHz * Math.exp(step * (mel - bendMel))

/** One row of `frequencies` numbers for each of the `mels` bands. */
export function melFilters(mels: number): Float32Array {
  const top = toMel(sampleRate / 2)
  const edges = Array.from({ length: mels + 2 }, (_, at) => toHz((top * at) / (mels + 1)))
  const filters = new Float32Array(mels * frequencies)
  for (let band = 0; band < mels; band += 1) {
    const [low = 0, centre = 0, high = 0] = edges.slice(band, band + 3)
    for (let place = 0; place < frequencies; place += 1) {
      const hz = (place * sampleRate) / 2 / (frequencies - 1)
      const height = Math.min((hz - low) / (centre - low), (high - hz) / (high - centre))
      filters[band * frequencies + place] = Math.max(0, height) * (2 / (high - low))
    }
  }
  return filters
}
