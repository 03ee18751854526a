/**
 * Remembers that language models failed on this machine's graphics processor, until its driver is another
 * one or the owner says to try again.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Type, type Static } from 'typebox'
import { readJsonFile, writeJsonFile } from '../../core/private-file.ts'

const Failure = Type.Object({
  /** The machine and driver on which it failed. */
  driver: Type.String(),
  name: Type.Union([Type.String(), Type.Null()]),
  code: Type.Union([Type.Literal('engine_crashed'), Type.Literal('engine_timeout')]),
  at: Type.String(),
})
type GraphicsFailure = Static<typeof Failure>

export type GraphicsMemory = {
  /** Where the owner's own builds lie (module-hooks.ts). */
  packagesFolder: string
  /** The failure that keeps the graphics processor from being used; null where it may be. */
  failure: () => Promise<GraphicsFailure | null>
  remember: (failure: Pick<GraphicsFailure, 'name' | 'code'>) => Promise<void>
  forget: () => Promise<void>
}

/** `readDriver` is replaced in tests. */
export function createGraphicsMemory(
  dataDir: string,
  readDriver: () => Promise<string> = describeDriver,
): GraphicsMemory {
  const file = path.join(dataDir, 'graphics.json')
  return {
    packagesFolder: path.join(dataDir, 'graphics'),
    failure: async () => {
      // A file that is cut says nothing: the graphics processor is tried again.
      const failure = await readJsonFile(Failure, file)
      return failure !== null && failure.driver === (await readDriver()) ? failure : null
    },
    remember: async (failure) => {
      const entry = { ...failure, driver: await readDriver(), at: new Date().toISOString() }
      await writeJsonFile(file, entry)
    },
    forget: () => rm(file, { force: true }),
  }
}

/** Changes with the machine, its system, its graphics processors and their drivers. */
async function describeDriver(): Promise<string> {
  const facts = [os.hostname(), process.platform, process.arch, os.release(), await driverFacts()]
  return createHash('sha256').update(facts.join('\n')).digest('hex').slice(0, 16)
}

/** On a Mac, drivers are part of the system. */
async function driverFacts(): Promise<string> {
  if (process.platform === 'win32') return windowsDrivers()
  if (process.platform !== 'linux') return ''
  const files = (
    await Promise.all(['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d'].map(filesIn))
  ).flat()
  const cards = (await readdir('/sys/class/drm').catch(() => []))
    .filter((name) => /^card\d+$/.test(name))
    .flatMap((name) => ['vendor', 'device'].map((fact) => `/sys/class/drm/${name}/device/${fact}`))
  const texts = ['/proc/driver/nvidia/version', ...cards]
  return [...files, ...(await Promise.all(texts.map(textOf)))].join('\n')
}

/** Each with the time of its change: a new version of a driver replaces its file. */
async function filesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const { mtimeMs } = await stat(path.join(folder, name)).catch(() => ({ mtimeMs: 0 }))
      return `${name} ${mtimeMs}`
    }),
  )
}

const textOf = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')

/** The class of display adapters, by the id that Windows documents for it. */
const displayClass =
  'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class\\{4d36e968-e325-11ce-bfc1-08002be10318}'

async function windowsDrivers(): Promise<string> {
  const args = ['query', displayClass, '/s', '/v', 'DriverVersion']
  return promisify(execFile)('reg', args, { timeout: 5_000, windowsHide: true }).then(
    ({ stdout }) => stdout,
    () => '',
  )
}
