import pc from 'picocolors'

type Outcome<T> = { value: T; lines: string[] }

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Runs steps one after the other and prints each with its time and what it found. */
export function createSteps(total: number) {
  let done = 0
  const startedAt = performance.now()
  return {
    async step<T>(name: string, act: () => Promise<Outcome<T>>): Promise<T> {
      const from = performance.now()
      const label = `${done + 1}/${total} ${name}`
      try {
        const { value, lines } = await act()
        done++
        say(`${pc.green('ok')} ${pc.bold(label)} ${pc.dim(seconds(from))}`)
        for (const line of lines) say(`     ${line}`)
        return value
      } catch (error) {
        say(`${pc.red('failed')} ${pc.bold(label)} ${pc.dim(seconds(from))}`)
        throw error
      }
    },
    /** Prints the closing line; true where every step was done. */
    finish(isWhole: boolean): boolean {
      say(`${done}/${total} steps in ${seconds(startedAt)}`)
      return isWhole && done === total
    },
  }
}

const seconds = (from: number) => `${((performance.now() - from) / 1_000).toFixed(2)} s`
