import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import type { Deps } from '../../deps.ts'
import { describeBox } from '../../engine/box/box.ts'
import { createGraphicsMemory } from '../../engine/llama/graphics-memory.ts'
import { writingProcessor } from '../../engine/llama/graphics.ts'
import { machineCores, machineMemory } from '../../engine/models/machine.ts'
import { speechProcessor } from '../../engine/whisper/processor.ts'
import type { Machine } from './schema.ts'

const root = path.join(import.meta.dirname, '../../..')

/** This software and the machine that it runs on. */
export async function readMachine(
  { config, version }: Pick<Deps, 'config' | 'version'>,
  caller: Caller,
): Promise<Machine> {
  const failure = await createGraphicsMemory(config.dataDir).failure()
  return {
    version,
    platform: process.platform,
    memory_bytes: machineMemory(),
    cores: machineCores(),
    engine_isolation: describeBox({ hasShell: config.appOrigin !== null }),
    speech_processor: speechProcessor(),
    writing_processor: writingProcessor(),
    graphics_failure: failure && { name: failure.name, code: failure.code, at: failure.at },
    data_folder: caller.isSession ? config.dataDir : null,
    components: await readComponents(),
  }
}

/** Forgets that language models failed on the graphics processor: the next analysis uses it again. */
export async function tryGraphics(
  deps: Pick<Deps, 'config' | 'db' | 'version'>,
  caller: Caller,
): Promise<Machine> {
  requireMachineAdmin(caller)
  await createGraphicsMemory(deps.config.dataDir).forget()
  const machine = await readMachine(deps, caller)
  // A transaction of its own, which keeps the answer of an Idempotency-Key.
  return deps.db.transaction(async () => machine)
}

type Package = {
  version?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

let components: Promise<Machine['components']> | undefined

/** Read once: what is installed changes with the software only. */
const readComponents = (): Promise<Machine['components']> => (components ??= listComponents())

async function listComponents(): Promise<Machine['components']> {
  const own = await readPackage(path.join(root, 'package.json'))
  const names = Object.keys({ ...own?.dependencies, ...own?.optionalDependencies }).toSorted()
  const found = await Promise.all(
    names.map(async (name) => {
      const about = await readPackage(path.join(root, 'node_modules', name, 'package.json'))
      const { version = '', license = 'unknown' } = about ?? {}
      return about ? [{ name, version, licence: license }] : []
    }),
  )
  return found.flat()
}

/** Null where it is not installed, as parts for another system are not. */
async function readPackage(file: string): Promise<Package | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as Package) // a file of npm's making
}
