import { readdirSync, readFileSync } from 'node:fs'

type ProcessStat = { pid: number; parent: number; seconds: number }

/** Linux counts in hundredths of a second (`getconf CLK_TCK`), whatever the kernel's own clock is. */
const ticksPerSecond = 100

/** proc(5): fields 14 to 17 are user and system time, of the process and of the children that it has waited for. */
function readStat(pid: string): ProcessStat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { pid: Number(pid), parent: Number(fields[1]), seconds: ticks / ticksPerSecond }
  } catch {
    return null // it has ended meanwhile
  }
}

/**
 * User and system time of a process and of all that it has started, running or ended, in seconds.
 * Null where the system does not tell, which is everywhere but on Linux.
 */
export function readProcessorSeconds(pid: number): number | null {
  if (process.platform !== 'linux') return null
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat !== null)
  const children = Map.groupBy(stats, ({ parent }) => parent)
  const sumOf = (stat: ProcessStat): number =>
    (children.get(stat.pid) ?? []).reduce((sum, child) => sum + sumOf(child), stat.seconds)
  const start = stats.find((stat) => stat.pid === pid)
  return start ? sumOf(start) : null
}
