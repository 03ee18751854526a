/** What transcribes a file in the bench, timed: Earshot through its API, and plain whisper-cli. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { mediaTypeOf } from 'earshot/client'
import { parseWhisperOutput } from '../../service/engine/whisper/output.ts'
import { defaultSpeechModel } from '../support/models.ts'
import type { Client, Content, Project, Transcript, UploadSession } from '../support/path-client.ts'
import { sendFile } from '../support/path-client.ts'
import { wordErrors } from '../support/word-error-rate.ts'
import type { Composed } from './composed-speech.ts'
import { median, say } from './report.ts'

export type Timed = { seconds: number; text: string }
export type Runner = { name: string; run: (file: string) => Promise<Timed> }

/** From upload-complete to completed: words, punctuation and speakers. */
export function earshotRunner(client: Client, { id }: Project): Runner {
  const address = `/v1/projects/${id}/content`
  const run = async (file: string): Promise<Timed> => {
    const { size } = await stat(file)
    const session = await client.post<UploadSession>(`${address}/upload-url`, {
      filename: path.basename(file),
      content_type: mediaTypeOf(file),
      size_bytes: size,
    })
    await sendFile(session, { path: file, sizeBytes: size }, () => undefined)
    const from = performance.now()
    await client.post(`${address}/${session.content_id}/upload-complete`)
    for (;;) {
      const content = await client.get<Content>(`${address}/${session.content_id}?include=analyses`)
      const seconds = (performance.now() - from) / 1_000
      if (content.status === 'failed') throw new Error(JSON.stringify(content.error))
      if (content.status === 'completed') {
        const transcript = `${address}/${session.content_id}/transcript`
        return { seconds, text: (await client.get<Transcript>(transcript)).text }
      }
      // Every question takes 6 ms of the service's time: more often than this it slows what it measures.
      await pause(Math.max(50, seconds * 10))
    }
  }
  return { name: 'Earshot', run }
}

/** The same weights as they are, one beam. */
export function whisperCliRunner(
  program: string,
  { threads, folder }: { threads: number; folder: string },
): Runner {
  const run = async (file: string): Promise<Timed> => {
    const model = await defaultSpeechModel()
    const output = path.join(folder, 'whisper-cli')
    const from = performance.now()
    await runProgram(program, [
      ...['-m', model.path, '-f', file, '-t', String(threads), '-bs', '1', '-bo', '1'],
      ...['-l', 'auto', '-np', '-ojf', '-of', output],
    ])
    const seconds = (performance.now() - from) / 1_000
    const { transcription } = parseWhisperOutput(await readFile(`${output}.json`))
    return { seconds, text: transcription.map(({ text }) => text).join('') }
  }
  return { name: 'plain whisper-cli', run }
}

/** Runs a program to its end; answers what it printed. */
export async function runProgram(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${path.basename(command)} ended with ${code}`)
  return printed
}

export type Compared = { name: string; seconds: number }

/**
 * Times a file with every runner, turn and turn about, so that a passing load falls on all of them.
 * Prints and answers the medians; the words are those of the last run.
 */
export async function compareRunners(
  name: string,
  { file, text }: Composed,
  { runners, times }: { runners: readonly Runner[]; times: number },
): Promise<Compared[]> {
  const runs = runners.map((): Timed[] => [])
  for (let turn = 0; turn < times; turn += 1) {
    for (const [at, runner] of runners.entries()) runs[at]?.push(await runner.run(file))
  }
  return runners.map((runner, at) => {
    const own = runs[at] ?? []
    const seconds = median(own.map((each) => each.seconds))
    const errors = text === null ? '' : errorsOf(text, own.at(-1)?.text ?? '')
    say(`${`${name}: ${runner.name}`.padEnd(64)} ${seconds.toFixed(2).padStart(8)} s  ${errors}`)
    return { name: runner.name, seconds }
  })
}

function errorsOf(said: string, transcribed: string): string {
  const { substitutions, deletions, insertions, referenceWords } = wordErrors(said, transcribed)
  return `${substitutions + deletions + insertions} errors in ${referenceWords} words`
}
