import { Readable, Writable } from 'node:stream'
import type { Io } from '../../service/cli/io.ts'
import { runEarshot } from '../../service/cli/program.ts'

export type Ran = { code: number; stdout: string; stderr: string }

type Setting = {
  env?: Record<string, string>
  /** What a person types; without it there is no terminal. */
  typed?: string
  /** Whether a person watches stderr. */
  isWatched?: boolean
  signal?: AbortSignal
  /** Told what was written so far, at each piece. */
  onOutput?: (stdout: string) => void
  /** Told at each piece of progress on stderr. */
  onProgress?: () => void
}

/** Runs a command line in this process, as a shell would run it in another. */
export async function runCommand(args: readonly string[], setting: Setting = {}): Promise<Ran> {
  const { env = {}, typed, isWatched = false, onOutput, onProgress } = setting
  let stdout = ''
  let stderr = ''
  const io: Io = {
    env,
    stdin: Object.assign(Readable.from(typed === undefined ? [] : [`${typed}\n`]), {
      isTTY: typed !== undefined,
    }),
    stdout: catcher((text) => {
      stdout += text
      onOutput?.(stdout)
    }),
    stderr: Object.assign(
      catcher((text) => {
        stderr += text
        onProgress?.()
      }),
      { isTTY: isWatched },
    ),
    signal: setting.signal ?? new AbortController().signal,
  }
  const code = await runEarshot(args, io)
  return { code, stdout, stderr }
}

const catcher = (take: (text: string) => void): Writable =>
  new Writable({
    write(chunk, _encoding, done) {
      take(String(chunk))
      done()
    },
  })
