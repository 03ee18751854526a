/**
 * Stands where whisper-cli would be, and hears nothing until a file lets it: `live.go` or `batch.go`
 * in its folder. Says its number in a file `live` or `batch` there.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { chmod, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type Lane = 'live' | 'batch'

/** Writes the program into `folder`, with the Node that decodes beside it. */
export async function placeGatedWhisper(folder: string): Promise<void> {
  const program = path.join(folder, 'whisper-cli')
  const url = JSON.stringify(import.meta.filename)
  const call = `import(${url}).then((engine) => engine.wait(${JSON.stringify(folder)}))`
  await writeFile(program, `#!${process.execPath}\n${call}\n`)
  await chmod(program, 0o755)
  await symlink(process.execPath, path.join(folder, 'node'))
}

/** The number of the program that waits, once it does; each is told once. */
export async function whoWaits(folder: string, lane: Lane): Promise<number | undefined> {
  const file = path.join(folder, lane)
  const text = await readFile(file, 'utf8').catch(() => '')
  if (text === '') return undefined
  await rm(file)
  return Number(text)
}

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
  const valueOf = (name: string) => process.argv[process.argv.indexOf(name) + 1]
  const lane: Lane = valueOf('--beam-size') === '1' ? 'live' : 'batch'
  const draft = path.join(folder, `${lane}.${process.pid}`)
  writeFileSync(draft, String(process.pid))
  // Appears whole.
  void rename(draft, path.join(folder, lane))
  const looking = setInterval(() => {
    if (!existsSync(path.join(folder, `${lane}.go`))) return
    clearInterval(looking)
    const answer = { result: { language: 'en' }, transcription: [] }
    writeFileSync(`${valueOf('--output-file')}.json`, JSON.stringify(answer))
  }, 20)
}
