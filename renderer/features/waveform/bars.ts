// Turns a waveform into bars of equal duration over the whole recording, each with a colour.

/** A speaker's colour over a span of time. */
export type Voice = { start: number; end: number; colour: string }

type Peaks = { peaks: readonly (readonly number[])[]; seconds_per_peak: number }

export type Bars = {
  /** Heights from 0 to 1, for each channel. */
  lanes: number[][]
  /** Index into `palette` for each step of each channel. */
  colours: number[][]
  palette: string[]
}

/** The colour of sound outside of speech. */
const nobody = 'var(--text-muted)'

const fewest = 200
const most = 4_000

/** A waveform may end a step early or late; the bars end exactly with the recording. */
export function toBars(
  { peaks, seconds_per_peak: step }: Peaks,
  duration: number,
  voices: readonly Voice[],
): Bars {
  const count = Math.min(most, Math.max(fewest, peaks[0]?.length ?? 0))
  const barSeconds = duration / count
  const lanes = peaks.map((lane) =>
    Array.from({ length: count }, (_, at) => {
      const from = Math.floor((at * barSeconds) / step)
      const to = Math.max(from + 1, Math.floor(((at + 1) * barSeconds) / step))
      let loudest = 0
      for (let one = from; one < to; one += 1) loudest = Math.max(loudest, lane[one] ?? 0)
      return loudest / 100
    }),
  )
  const palette = [nobody, ...new Set(voices.map(({ colour }) => colour))]
  const owners = ownersOf(lanes, barSeconds, voices)
  const colours = lanes.map((_, lane) => {
    const own = lanes.length < 2 ? voices : voices.filter((one) => owners.get(one.colour) === lane)
    return colourSteps(own, { count, barSeconds, palette })
  })
  return { lanes, colours, palette }
}

/** On a call, each voice belongs to the channel that is louder while it speaks. */
function ownersOf(
  lanes: readonly (readonly number[])[],
  barSeconds: number,
  voices: readonly Voice[],
): Map<string, number> {
  const sums = new Map<string, number[]>()
  for (const { start, end, colour } of voices) {
    const sum = sums.get(colour) ?? lanes.map(() => 0)
    sums.set(colour, sum)
    for (let at = Math.floor(start / barSeconds); at * barSeconds < end; at += 1) {
      for (const [lane, levels] of lanes.entries()) sum[lane] = (sum[lane] ?? 0) + (levels[at] ?? 0)
    }
  }
  return new Map([...sums].map(([colour, sum]) => [colour, sum.indexOf(Math.max(...sum))]))
}

type Steps = { count: number; barSeconds: number; palette: readonly string[] }

function colourSteps(voices: readonly Voice[], { count, barSeconds, palette }: Steps): number[] {
  const steps = Array.from({ length: count }, () => 0)
  for (const { start, end, colour } of voices) {
    const index = palette.indexOf(colour)
    const last = Math.min(count - 1, Math.floor(end / barSeconds))
    for (let at = Math.max(0, Math.floor(start / barSeconds)); at <= last; at += 1)
      steps[at] = index
  }
  return steps
}
