import type { OnStep } from './upload.ts'

/** Where a command writes: one JSON document with --json, else lines for a person. */
export type Output = {
  isJson: boolean
  /** The result. `lines` is what a person reads instead of `value`. */
  result: (value: unknown, lines: readonly string[]) => void
  /** A progress line on stderr, rewritten in place; silent unless a person watches. */
  step: (label: string) => OnStep
}

export function createOutput(
  isJson: boolean,
  { stdout, stderr }: { stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream } = process,
): Output {
  const isWatched = stderr.isTTY && !isJson
  let shown = ''
  const show = (text: string) => {
    if (!isWatched || text === shown) return
    stderr.write(`\r${text.padEnd(shown.length)}`)
    shown = text
  }
  return {
    isJson,
    result(value, lines) {
      if (shown !== '') stderr.write(`\r${' '.repeat(shown.length)}\r`)
      shown = ''
      stdout.write(isJson ? `${JSON.stringify(value, null, 2)}\n` : `${lines.join('\n')}\n`)
    },
    step: (label) => (step, fraction) =>
      show(`${label}: ${step}${fraction > 0 ? ` ${Math.round(fraction * 100)} %` : ''}`),
  }
}
