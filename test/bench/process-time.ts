import { readdir, readFile } from 'node:fs/promises'

const ticksPerSecond = 100 // what Linux counts in, on all that it runs on

/**
 * Seconds of processor time that a process has had; 0 where the system does not tell (not Linux).
 * `withChildren` counts those that it has now and those that have ended.
 */
export async function processorSeconds(
  pid: number | undefined,
  { withChildren = false } = {},
): Promise<number> {
  if (!withChildren) return (await readTimes(pid)).own
  const names = await readdir('/proc').catch(() => [])
  const times = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((name) => readTimes(Number(name))),
  )
  const children = times.filter(({ parent }) => parent === pid)
  const { own, ended } = await readTimes(pid)
  return children.reduce((sum, child) => sum + child.own, own + ended)
}

/**
 * Seconds that the processors of this virtual machine were ready to work and its host let them wait, since it started; 0
 * where there is no host, and where the system does not tell.
 */
export async function stolenSeconds(): Promise<number> {
  const stat = await readFile('/proc/stat', 'utf8').catch(() => '')
  const [, , , , , , , , stolen = 0] = stat.split(/\s+/)
  return Number(stolen) / ticksPerSecond
}

async function readTimes(pid: number | undefined) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name of the program comes first, in brackets, and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const seconds = (at: number) => Number(fields[at] ?? 0) / ticksPerSecond
  return {
    parent: Number(fields[1]),
    own: seconds(11) + seconds(12),
    ended: seconds(13) + seconds(14),
  }
}
