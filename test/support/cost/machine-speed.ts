/*
 * How fast this machine is beside the one that the limits were chosen on, an Intel Xeon of 2023 with two cores: a second
 * there is as many here. What is computed is what tests do most: objects made, sorted, written and read as JSON, and
 * functions compiled.
 */

/** Choice: what the same takes on the machine of the limits, in processor seconds. */
const referenceSeconds = 0.37

const rounds = 12
const rows = 12_000
const functions = 600

/** How many processor seconds of this machine, as busy as it is now, one of the reference is. */
export function measureSlowness(): number {
  const start = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) compute(round)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6 / referenceSeconds
}

function compute(round: number): void {
  const made = Array.from({ length: rows }, (_, at) => ({
    id: `row_${(at * 7919 + round) % rows}`,
    words: [at, `word ${at % 97}`],
  }))
  const sorted = made.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const read = JSON.parse(JSON.stringify(sorted)) as typeof made
  const byWord = Map.groupBy(read, ({ words }) => String(words[1]).replaceAll(/\d+/g, 'n'))
  for (let at = 0; at < functions; at += 1) {
    // Fresh text each time, so that nothing is taken from a cache.
    const add = new Function('x', `const y${round} = x + ${at}; return y${round} * ${byWord.size}`)
    add(round)
  }
}
