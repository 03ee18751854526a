/**
 * faster-whisper with the bundled weights, as a peer: `npm run bench -- --peer` prints it beside Earshot
 * and plain whisper-cli. The first run makes a Python environment and converts the weights into the cache
 * folder, with `../shared/peers/convert.py`; where that file is absent, there is no peer.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { earshotCacheDir } from '../../service/engine/whisper/binary.ts'
import { defaultSpeechModel } from '../support/models.ts'
import { say } from './report.ts'
import { runProgram, type Runner, type Timed } from './runners.ts'

const peers = path.join(import.meta.dirname, '../../../shared/peers')
const [converter, script] = ['convert.py', 'faster_whisper_run.py'].map((name) =>
  path.join(peers, name),
)
/** Of this one only the vocabulary's files are used, so it comes without its own needs. */
const vocabulary = 'openai-whisper==20250625'
const isThere =
  'import importlib.util as u; assert u.find_spec("faster_whisper") and u.find_spec("whisper")'

const searches = [
  ['greedy, word times', { beam_size: 1, word_timestamps: true }],
  ['beam 5, word times, VAD', { beam_size: 5, word_timestamps: true, vad_filter: true }],
] as const

/** Its searches in 8 bits, told the language; none where it cannot be had. */
export async function fasterWhisperRunners(threads: number): Promise<Runner[]> {
  if (converter === undefined || script === undefined || !existsSync(converter)) {
    say('SKIPPED: faster-whisper, because ../shared/peers is absent.')
    return []
  }
  const { python, model } = await prepare(converter)
  return searches.map(([name, options]) => ({
    name: `faster-whisper int8, ${name}`,
    run: async (file) => {
      const args = [script, model, file, JSON.stringify(options), '--threads', String(threads)]
      return readResult(await runProgram(python, args))
    },
  }))
}

async function prepare(convert: string): Promise<{ python: string; model: string }> {
  const weights = await defaultSpeechModel()
  const cache = path.join(earshotCacheDir(process.env['EARSHOT_CACHE_DIR']), 'peer')
  const environment = path.join(cache, 'python')
  const isWindows = process.platform === 'win32'
  const python = path.join(environment, isWindows ? 'Scripts/python.exe' : 'bin/python')
  await mkdir(cache, { recursive: true })
  const isInstalled = runProgram(python, ['-c', isThere]).then(
    () => true,
    () => false,
  )
  if (!(await isInstalled)) {
    await runProgram('python3', ['-m', 'venv', environment])
    const install = ['-m', 'pip', 'install', '-q']
    await runProgram(python, [...install, 'faster-whisper==1.2.1'])
    await runProgram(python, [...install, '--no-deps', vocabulary])
  }
  const sources = await Promise.all([weights.path, convert].map((file) => readFile(file)))
  const hash = sources.reduce((sum, bytes) => sum.update(bytes), createHash('sha256'))
  const model = path.join(cache, hash.digest('hex').slice(0, 16))
  if (!existsSync(path.join(model, 'tokenizer.json')))
    await runProgram(python, [convert, weights.path, model, 'int8'])
  return { python, model }
}

const Result = Type.Object({ load: Type.Number(), work: Type.Number(), text: Type.String() })

/** Seconds with the weights' load, without Python's start. */
function readResult(printed: string): Timed {
  const line = printed.split('\n').find((each) => each.startsWith('RESULT ')) ?? ''
  const { load, work, text } = Value.Parse(Result, JSON.parse(line.slice('RESULT '.length)))
  return { seconds: load + work, text }
}
