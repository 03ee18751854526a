/**
 * Manages model weights:
 * `npm run models -- list | install [ID or hf:OWNER/REPO/FILE] | import PATH | remove ID | verify [ID]`.
 */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Command } from 'commander'
import envPaths from 'env-paths'
import {
  bundledModelsFolder,
  findModel,
  modelFolders,
  readModels,
  verifyModel,
  type Model,
  type ModelFile,
} from '../service/engine/models/catalogue.ts'
import { hubAddressProblem, readHubAddress } from '../service/engine/models/hub-address.ts'
import { addHubModel, pinModel } from '../service/engine/models/hub-models.ts'
import { machineCores, machineMemory } from '../service/engine/models/machine.ts'
import { importModel, removeImported } from '../service/engine/models/imported-models.ts'
import { installModel } from '../service/engine/models/install-model.ts'
import { suitableLanguageModel } from '../service/engine/models/fits.ts'

const dataDir = process.env['EARSHOT_DATA_DIR'] ?? envPaths('earshot', { suffix: '' }).data
const own = path.join(path.resolve(dataDir), 'models')
const named = (process.env['EARSHOT_MODELS_PATH'] ?? '').split(path.delimiter).filter(Boolean)
const folders = modelFolders(named, path.resolve(dataDir))

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
const note = (text: string): void => void process.stderr.write(`${text}\n`)

type Output = { json?: boolean }

/** Prints one line for people, or the whole result as JSON for scripts. */
function print(output: Output, content: unknown, text: string): void {
  process.stdout.write(output.json === true ? `${JSON.stringify(content, null, 2)}\n` : `${text}\n`)
}

async function requireEntry(id: string): Promise<Model> {
  const models = await readModels(folders)
  const model = models.find((entry) => entry.id === id)
  if (model !== undefined) return model
  throw new Error(`There is no model "${id}". Known: ${models.map((entry) => entry.id).join(', ')}`)
}

async function suitableModel(): Promise<Model> {
  const machine = { memoryBytes: machineMemory(), cores: machineCores() }
  const model = suitableLanguageModel(await readModels(folders), machine)
  if (model === undefined) throw new Error('No language model of the catalogue fits this machine.')
  note(`${model.name} suits this machine.`)
  return model
}

async function list(output: Output): Promise<void> {
  const rows = await Promise.all(
    (await readModels(folders)).map(async (model) => {
      const file = await findModel(model.id, folders)
      return { ...model, installed: file !== undefined, path: file?.path ?? null }
    }),
  )
  const offered = rows.filter(({ is_hidden, installed }) => installed || !is_hidden)
  const lines = offered.map((row) =>
    [
      row.installed ? 'installed' : '-        ',
      row.id.padEnd(28),
      (row.bytes === null ? '' : megabytes(row.bytes)).padStart(8),
      row.kind.padEnd(18),
      row.licence,
    ].join('  '),
  )
  print(output, { models: rows }, lines.join('\n'))
}

/** Without a name the language model that suits this machine; what the hub tells of a model is shown before it is fetched. */
async function install(name: string | undefined, output: Output): Promise<void> {
  const signal = untilInterrupted()
  const hub = readHubAddress(process.env)
  if (hub === undefined) throw new Error(hubAddressProblem)
  const pinning = { target: own, hub, signal }
  const wanted = name === undefined ? await suitableModel() : await addHubModel(name, pinning)
  const model = await pinModel(wanted ?? (await requireEntry(name ?? '')), pinning)
  const { id, bytes, licence, sha256 } = model
  note(`${id}: ${megabytes(bytes)}, licence ${licence}, SHA-256 ${sha256}`)
  const onProgress = progressLine(bytes)
  const mirror = process.env['EARSHOT_MODELS_MIRROR'] || null
  const options = { folders, target: own, signal, onProgress, onNote: note, mirror, hub }
  const file = await installModel(model, options)
  print(output, { id, installed: true, path: file }, `${id} is installed: ${file}`)
}

function untilInterrupted(): AbortSignal {
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort(new Error('Interrupted; run it again to go on.')))
  return stopping.signal
}

async function importWeights(from: string, { id, ...output }: Output & { id?: string }) {
  const model = await importModel(from, { target: own, id, signal: untilInterrupted() })
  const size = `${megabytes(model.bytes ?? 0)}, ${model.languages.join(', ')}`
  const advice = `Choose it as the speech model ${model.id} of a project or a recording.`
  print(output, model, `${model.id} is imported (${size}). ${advice}`)
}

/** Overwrites one line on a terminal; writes a line per 10% when stdout is a log. */
function progressLine(total: number): (received: number) => void {
  let shown = -1
  return (received) => {
    const percent = Math.floor((received / total) * 100)
    const step = process.stderr.isTTY ? percent : Math.floor(percent / 10)
    if (step === shown) return
    shown = step
    const line = `${percent} %  ${megabytes(received)} of ${megabytes(total)}`
    process.stderr.write(process.stderr.isTTY ? `\r${line} ` : `${line}\n`)
    if (received === total && process.stderr.isTTY) process.stderr.write('\n')
  }
}

async function remove(id: string, output: Output): Promise<void> {
  const model = await requireEntry(id)
  const file = await findModel(id, folders)
  if (file?.path.startsWith(bundledModelsFolder)) {
    throw new Error(`${id} is part of the software and stays.`)
  }
  if (file !== undefined && path.dirname(file.path) !== own) {
    throw new Error(`${file.path} lies in a folder of your own; delete it there.`)
  }
  await removeImported(own, id)
  for (const ending of ['', '.part']) await rm(path.join(own, model.file + ending), { force: true })
  const text = file === undefined ? `${id} was not installed.` : `${id} was removed.`
  print(output, { id, removed: file !== undefined }, text)
}

async function verify(id: string | undefined, output: Output): Promise<void> {
  const models = id === undefined ? await readModels(folders) : [await requireEntry(id)]
  const results = []
  for (const model of models) {
    const file = await findModel(model.id, folders)
    if (file === undefined && id === undefined) continue
    const state = file === undefined ? 'missing' : await stateOf(file)
    results.push({ id: model.id, state, path: file?.path ?? null })
  }
  print(output, { models: results }, results.map((row) => `${row.state}  ${row.id}`).join('\n'))
  if (results.some((row) => row.state !== 'ok')) process.exitCode = 1
}

async function stateOf({ model, path: file, sha256 }: ModelFile): Promise<'ok' | 'damaged'> {
  try {
    await verifyModel(file, sha256)
    for (const beside of [model.tokenizer, model.utterance_classifier]) {
      if (beside) await verifyModel(path.join(path.dirname(file), beside.file), beside.sha256)
    }
    return 'ok'
  } catch {
    return 'damaged'
  }
}

const program = new Command('models').description('the models of Earshot and where they lie')
const json = ['--json', 'answer in JSON on stdout'] as const
program
  .command('list')
  .description('all models of the catalogue')
  .option(...json)
  .action(list)
program
  .command('install [name]')
  .description(
    'fetch and verify a model: by id, a GGUF of the hub by hf:owner/repository/file, or what suits this machine',
  )
  .option(...json)
  .action(install)
program
  .command('import <file>')
  .description('copy speech weights of your own: a ggml file of whisper.cpp')
  .option('--id <name>', 'what it is called from now on')
  .option(...json)
  .action(importWeights)
program
  .command('remove <id>')
  .description('delete a fetched model')
  .option(...json)
  .action(remove)
program
  .command('verify [id]')
  .description('compare installed models with the catalogue')
  .option(...json)
  .action(verify)

try {
  await program.parseAsync()
} catch (error) {
  note(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
