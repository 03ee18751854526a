/** Resamples 48 kHz to the engine's 16 kHz, 16 bit. */
const factor = 3

/** Length of the low-pass filter at 7 kHz; anything above would alias into noise. */
const tapCount = 63
const cutoff = 7_000 / 48_000

const taps = Float32Array.from({ length: tapCount }, (_, at) => {
  const x = at - (tapCount - 1) / 2
  const sinc = x === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * x) / (Math.PI * x)
  return sinc * (0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (tapCount - 1)))
})

/** Accepts chunks of any length; leftover samples go into the next one. */
export function createDecimator(): (input: Float32Array) => Int16Array {
  let rest = new Float32Array(tapCount - 1)
  return (input) => {
    const all = new Float32Array(rest.length + input.length)
    all.set(rest)
    all.set(input, rest.length)
    const count = Math.max(0, Math.floor((all.length - tapCount) / factor) + 1)
    const out = new Int16Array(count)
    for (let to = 0; to < count; to += 1) {
      let sum = 0
      for (let at = 0; at < tapCount; at += 1) {
        sum += (taps[at] ?? 0) * (all[to * factor + at] ?? 0)
      }
      out[to] = Math.round(Math.min(1, Math.max(-1, sum)) * 32_767)
    }
    rest = all.slice(count * factor)
    return out
  }
}
