import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Choice: what the young generation may hold at once, in bytes. V8 alone lets it grow to 130 MB. */
const mostYoungBytes = 24 * 2 ** 20
/** Choice: by how much the old generation may grow, in per cent of what is in use, before it is collected. */
const oldGrowthPercent = 30

/**
 * Keeps V8's heaps near what is in use, for a machine that is somebody's desk: beside a long transcription the service's
 * process holds 300 MB in place of 490, and takes no longer. Where much is counted it takes a quarter longer, so that
 * processes on a database server go without. V8 reads how fast heaps grow whenever they do; the limits
 * themselves can be given on a command line only, and Electron passes none on.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${oldGrowthPercent}`)
  const bound = (): void => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
    const mayGrow = (young?.space_size ?? 0) < mostYoungBytes / 2
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`)
  }
  new PerformanceObserver(bound).observe({ entryTypes: ['gc'] })
}
