/**
 * Stands where whisper-cli would be, and hears nothing until a file lets it: `live.go` or `batch.go`
 * in its folder, which is all that its box lets it read.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { chmod, copyFile, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type Lane = 'live' | 'batch'

/** Writes the program into `folder`, with the Node that decodes beside it. */
export async function placeGatedWhisper(folder: string): Promise<void> {
  const program = path.join(folder, 'whisper-cli')
  await copyFile(import.meta.filename, path.join(folder, 'gated-whisper.ts'))
  const call = `import('./gated-whisper.ts').then((engine) => engine.wait(${JSON.stringify(folder)}))`
  await writeFile(program, `#!${process.execPath}\n${call}\n`)
  await chmod(program, 0o755)
  await symlink(process.execPath, path.join(folder, 'node'))
}

/** The number of the program that waits, once it does; each is told once. */
export async function whoWaits(folder: string, lane: Lane): Promise<number | undefined> {
  const program = path.join(folder, 'whisper-cli')
  for (const pid of (await readdir('/proc')).map(Number).filter((number) => number > 0)) {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const [interpreter = '', script, ...args] = text.split('\0')
    // Until it has left the launcher of its box, that one's name comes first.
    if (path.basename(interpreter) !== 'node' || script !== program || told.has(pid)) continue
    if (args.includes('--resident') || laneOf(args) !== lane) continue
    told.add(pid)
    return pid
  }
  return undefined
}

const told = new Set<number>()

const laneOf = (args: readonly string[]): Lane =>
  args[args.indexOf('--beam-size') + 1] === '1' ? 'live' : 'batch'

/** Lets all of a kind end, now and later, or holds back those to come. */
export async function letGo(folder: string, lane: Lane): Promise<void> {
  await writeFile(path.join(folder, `${lane}.go`), '')
}
export async function holdBack(folder: string, lane: Lane): Promise<void> {
  const gate = path.join(folder, `${lane}.go`)
  await rename(gate, `${gate}ne`).catch(() => undefined)
}

/** The program's own work. */
export function wait(folder: string): void {
  // Like one without our patches it does not stay: each job has a process, which the tests tell apart.
  if (process.argv.includes('--resident')) return
  const valueOf = (name: string) => process.argv[process.argv.indexOf(name) + 1]
  const lane = laneOf(process.argv)
  const looking = setInterval(() => {
    if (!existsSync(path.join(folder, `${lane}.go`))) return
    clearInterval(looking)
    const answer = { result: { language: 'en' }, transcription: [] }
    writeFileSync(`${valueOf('--output-file')}.json`, JSON.stringify(answer))
  }, 20)
}
