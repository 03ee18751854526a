import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Option } from 'commander'
import { toCount } from './command.ts'
import { UsageError } from './errors.ts'
import type { Io } from './io.ts'

export type PassphraseOptions = { passphraseFd?: number }

export const passphraseOption = (name = 'passphrase'): Option =>
  new Option(`--${name}-fd <number>`, `read the ${name} from this descriptor`).argParser(toCount)

/** From the environment, a descriptor or somebody who types: never an argument, those are shown to everybody. */
export async function readPassphrase(
  io: Io,
  { passphraseFd }: PassphraseOptions,
  {
    variable,
    question = 'Passphrase',
    option = '--passphrase-fd',
  }: { variable: string; question?: string; option?: string },
): Promise<string> {
  const given = io.env[variable]
  if (given) return given
  if (passphraseFd !== undefined) return readFileSync(passphraseFd, 'utf8').replace(/\r?\n$/, '')
  return askSecretly(io, question, option)
}

/** What is typed is not shown. */
export async function askSecretly(
  io: Io,
  question: string,
  option = '--passphrase-fd',
): Promise<string> {
  if (!io.stdin.isTTY) {
    throw new UsageError(`Without a terminal nobody can be asked: use ${option}.`)
  }
  io.stderr.write(`${question}: `)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: io.stdin, output: silent, terminal: true })
  const typed = await terminal.question('', { signal: io.signal })
  terminal.close()
  io.stderr.write('\n')
  return typed
}
