/**
 * Stands where whisper-cli and the decoder's Node would be. A file `fate` beside it says which of the
 * two is to die and how; without one it works: the decoder is the real one, and no word is heard.
 */
import { spawnSync } from 'node:child_process'
import { chmod, copyFile, writeFile } from 'node:fs/promises'
import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** What whisper-cli says when it has loaded and after each job; only this file lies in the box. */
const readyLine = 'ready for a job'

export const deaths = [
  ...['SIGSEGV', 'SIGABRT', 'SIGKILL', 'SIGBUS', 'exit 1', 'exit 0'],
  ...['garbage', 'a flood', 'a hang', 'a hang with a child'],
] as const
export type Death = (typeof deaths)[number]
export type Stage = 'decoder' | 'whisper'

/** Writes both programs into `folder`, which is all of it that their box lets them read; they end as the latest `setFate` says. */
export async function placeDyingEngines(folder: string): Promise<{ node: string; cli: string }> {
  await copyFile(import.meta.filename, path.join(folder, 'dying-engine.ts'))
  const place = async (name: string, stage: Stage): Promise<string> => {
    const file = path.join(folder, name)
    const call = `import('./dying-engine.ts').then((engine) => engine.die(${JSON.stringify([folder, stage])}))`
    await writeFile(file, `#!${process.execPath}\n${call}\n`)
    await chmod(file, 0o755)
    return file
  }
  return { node: await place('node', 'decoder'), cli: await place('whisper-cli', 'whisper') }
}

export type Fate = { stage: Stage; death: Death } | null
export const setFate = (folder: string, fate: Fate): Promise<void> =>
  writeFile(path.join(folder, 'fate'), JSON.stringify(fate))

/** The programs' own work. */
export function die([folder, stage]: [string, Stage]): void {
  // Written by setFate above.
  const fate = JSON.parse(readFileSync(path.join(folder, 'fate'), 'utf8')) as Fate
  if (stage === 'whisper' && process.argv.includes('--resident')) return stay(folder)
  if (fate?.stage === stage) endBy(fate.death)
  else if (stage === 'decoder') {
    const { status } = spawnSync(process.execPath, process.argv.slice(2), { stdio: 'inherit' })
    process.exit(status ?? 1)
  } else transcribeNothing(process.argv)
}

/** Takes jobs as whisper-cli does; what becomes of each is read when it comes. */
function stay(folder: string): void {
  process.stderr.write(`${readyLine}\n`)
  let args: string[] = []
  createInterface({ input: process.stdin }).on('line', (line) => {
    if (line !== '') return void args.push(line)
    // Written by setFate above.
    const fate = JSON.parse(readFileSync(path.join(folder, 'fate'), 'utf8')) as Fate
    if (fate?.stage === 'whisper') return endBy(fate.death)
    transcribeNothing(args)
    args = []
    process.stderr.write(`${readyLine}\n`)
  })
}

function transcribeNothing(args: readonly string[]): void {
  const stem = args[args.indexOf('--output-file') + 1]
  const answer = { result: { language: 'en' }, transcription: [] }
  writeFileSync(`${stem}.json`, JSON.stringify(answer))
}

function endBy(death: Death): void {
  if (death.startsWith('SIG')) {
    // The names of the list above that begin so are signals.
    process.kill(process.pid, death as NodeJS.Signals)
    setInterval(() => undefined, 1_000_000)
  } else if (death === 'exit 1' || death === 'exit 0') process.exit(Number(death.slice(-1)))
  else if (death === 'garbage') {
    writeSync(1, Buffer.from([0xff, 0xfe, 0, 0x7b, 0x22, 10]))
    writeSync(1, '{"ok":true,"facts":[]}\n{"readable":7}\n[[[[\n')
    process.exit(0)
  } else if (death === 'a flood') {
    for (const chunk = 'x'.repeat(1 << 20); ;) writeSync(1, chunk)
  } else {
    if (death === 'a hang with a child') hangWithChild()
    setInterval(() => undefined, 1_000_000)
  }
}

function hangWithChild(): void {
  // Asked for here, since most ways to die need no second process. The box of whisper-cli lets it start none.
  void import('node:child_process')
    .then(({ spawn }) =>
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'inherit' }),
    )
    .catch(() => undefined)
}
