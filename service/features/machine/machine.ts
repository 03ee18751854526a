import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Caller } from '../../core/caller.ts'
import type { Deps } from '../../deps.ts'
import { describeBox } from '../../engine/box/box.ts'
import { machineCores, machineMemory } from '../../engine/models/machine.ts'
import { speechProcessor } from '../../engine/whisper/processor.ts'
import type { Machine } from './schema.ts'

const root = path.join(import.meta.dirname, '../../..')

/** This software and the machine that it runs on. */
export async function readMachine(
  { config, version }: Pick<Deps, 'config' | 'version'>,
  caller: Caller,
): Promise<Machine> {
  return {
    version,
    platform: process.platform,
    memory_bytes: machineMemory(),
    cores: machineCores(),
    engine_isolation: describeBox({ hasShell: config.appOrigin !== null }),
    speech_processor: speechProcessor(),
    data_folder: caller.isSession ? config.dataDir : null,
    components: await readComponents(),
  }
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
