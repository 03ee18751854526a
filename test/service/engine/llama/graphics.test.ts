/** Which builds of llama.cpp language models ask for, and what a failure of a graphics processor costs. */
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLlama } from '../../../../service/engine/llama.ts'
import { createGraphicsMemory } from '../../../../service/engine/llama/graphics-memory.ts'
import { buildsToAskFor, writingProcessor } from '../../../../service/engine/llama/graphics.ts'
import type { FromChild } from '../../../../service/engine/llama/protocol.ts'
import { temporaryFolder } from '../../../support/folders.ts'

const root = path.join(import.meta.dirname, '../../../..')
const library = path.join(root, 'node_modules/node-llama-cpp/dist/bindings/utils')

type Entry = { name?: string; version: string }
// npm's own format.
const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>
}
const prefix = 'node_modules/@node-llama-cpp/'
/** Each build of the lockfile, by the name of its package; those that are replaced by an empty one are none. */
const builds = Object.entries(packages).flatMap(([folder, { name, version }]) =>
  folder.startsWith(prefix) && name === undefined
    ? [{ build: folder.slice(prefix.length), version }]
    : [],
)

describe('the builds that are asked for', () => {
  let hooks: ReturnType<typeof registerHooks>
  let folder: string
  /** Every package of the lockfile as npm would lay it, for node-llama-cpp's own look-up. */
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'earshot-builds-'))
    for (const { build, version } of builds) {
      const bins = path.join(folder, build, 'bins', build)
      await mkdir(bins, { recursive: true })
      for (const file of ['llama-addon.node', '_nlcBuildMetadata.json']) {
        await writeFile(path.join(bins, file), '')
      }
      const said = { binsDir: path.dirname(bins), packageVersion: version }
      const code = `export const getBinsDir = () => (${JSON.stringify(said)})`
      await writeFile(path.join(folder, build, 'index.mjs'), code)
    }
    hooks = registerHooks({
      resolve: (specifier, context, next) => {
        const build = /^@node-llama-cpp\/(.+)$/.exec(specifier)?.[1]
        if (build === undefined) return next(specifier, context)
        const { href } = pathToFileURL(path.join(folder, build, 'index.mjs'))
        return { url: href, shortCircuit: true }
      },
    })
  })
  afterAll(async () => {
    hooks.deregister()
    await rm(folder, { recursive: true, force: true })
  })

  const platforms = { mac: 'darwin', linux: 'linux', win: 'win32' } as const
  const machines = builds
    .map(({ build }) => /^(mac|linux|win)-(x64|arm64|armv7l|riscv64)/.exec(build))
    .flatMap((found) => (found ? [`${found[1]} ${found[2]}`] : []))
  const pairs = [...new Set(machines)].map((machine) => machine.split(' ') as [Platform, string])
  type Platform = keyof typeof platforms

  /** What the library itself finds for a build. */
  async function lookUp(platform: Platform, arch: string, gpu: string | false) {
    const { getPrebuiltBinaryPath } = await import(path.join(library, 'compileLLamaCpp.js'))
    const isPlain = gpu === false
    const name = `${platform}-${arch}${isPlain ? '' : `-${gpu}`}`
    const node = arch === 'armv7l' ? 'arm' : arch
    return getPrebuiltBinaryPath({ platform, arch: node, gpu }, name)
  }

  test('all machines of the lockfile are looked at', () => {
    expect(pairs.map((pair) => pair.join('-'))).toEqual(
      expect.arrayContaining(['mac-arm64', 'mac-x64', 'linux-x64', 'linux-arm64', 'win-x64']),
    )
  })

  test.each(pairs)('of %s %s, for the processor alone, has a package', async (platform, arch) => {
    const asked = { isGraphicsAllowed: false, platform: platforms[platform], arch }
    const { gpu, gpuLayers } = buildsToAskFor(asked)
    expect(gpu).not.toBe('auto')
    expect(await lookUp(platform, arch, gpu === 'auto' ? false : gpu)).not.toBeNull()
    expect(gpuLayers).toBe(0)
  })

  test.each(pairs)('of %s %s, with graphics, has a package', async (platform, arch) => {
    const asked = { isGraphicsAllowed: true, platform: platforms[platform], arch }
    expect(buildsToAskFor(asked).gpu).toBe('auto')
    const { detectBestComputeLayersAvailable } = await import(
      path.join(library, 'getBestComputeLayersAvailable.js')
    )
    const tried: (string | false)[] = await detectBestComputeLayersAvailable({ platform, arch })
    const found = await Promise.all(tried.map((gpu) => lookUp(platform, arch, gpu)))
    expect(found.at(-1)).not.toBeNull()
  })

  test.each([
    ['mac', 'arm64', 'metal'],
    ['linux', 'x64', 'vulkan'],
    ['win', 'x64', 'vulkan'],
  ] as const)('%s %s has one for %s', async (platform, arch, gpu) => {
    expect(await lookUp(platform, arch, gpu)).not.toBeNull()
  })
})

test('a build is loaded without a process that tries it, which the packed app could not start', async () => {
  const hooks = pathToFileURL(path.join(root, 'service/engine/llama/module-hooks.ts')).href
  const module = pathToFileURL(path.join(library, 'testBindingBinary.js')).href
  const code = `import { loadWithoutTest } from '${hooks}'
    loadWithoutTest()
    const { testBindingBinary } = await import('${module}')
    process.stdout.write(String(await testBindingBinary('no such file')))`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', code])
  expect(stdout).toBe('true')
  // The name is the one that the library asks for.
  const { testBindingBinary } = await import(module)
  expect(testBindingBinary).toBeInstanceOf(Function)
})

/** A model process that tells of a graphics processor where it may use one, and then fails in this way. */
function script(failure: string): string {
  const answer = {
    ...{ type: 'written', result: { summary: 'Said.' }, places: {} },
    coverage: { chunks: 1, tokens_used: 1, tokens_total: 1 },
  }
  const graphics = { kind: 'vulkan', name: 'Radeon', layers: 9 }
  return `let graphics = null
    process.on('disconnect', () => process.exit(0))
    process.on('message', (message) => {
      if (message.type === 'load') {
        graphics = message.graphics && ${JSON.stringify(graphics)}
        process.send({ type: 'processor', graphics })
        process.send({ type: 'ready' })
      }
      if (message.type !== 'write') return
      if (graphics) { ${failure} }
      else process.send({ ...${JSON.stringify(answer)}, id: message.id })
    })`
}

const crash = 'process.kill(process.pid, "SIGSEGV")'
const say = (code: string): string =>
  `process.send({ type: 'failed', id: message.id, code: '${code}', message: 'No.' })`

describe('a graphics processor that fails', () => {
  const request = {
    ...{ instructions: '', segments: [], language: 'en' },
    schema: { type: 'object', properties: { summary: { type: 'string' } } },
  }
  const work = { signal: new AbortController().signal, onProgress: () => undefined }
  const model = { path: 'none', id: 'none', sha256: '' }
  let driver = 'first'

  async function llamaWith(failure: string, dataDir?: string) {
    const graphics = createGraphicsMemory(dataDir ?? (await temporaryFolder()), async () => driver)
    const loads: (object | null)[] = []
    const llama = createLlama({
      log: pino({ level: 'silent' }),
      graphics,
      startChild: () => {
        const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const
        const child = spawn(process.execPath, ['-e', script(failure)], { stdio: [...stdio] })
        child.on('message', (message: FromChild) => {
          if (message.type === 'processor') loads.push(message.graphics)
        })
        return child
      },
    })
    return { llama, graphics, loads }
  }

  test('costs no result, and is left alone until its driver changes or somebody says so', async () => {
    const { llama, graphics, loads } = await llamaWith(crash)
    const write = () => llama.write(model, request, work)
    expect((await write()).result).toEqual({ summary: 'Said.' })
    expect(loads).toEqual([expect.objectContaining({ name: 'Radeon' }), null])
    expect(writingProcessor()).toEqual({ kind: 'cpu', name: null, layers: null })
    expect(await graphics.failure()).toMatchObject({ name: 'Radeon', code: 'engine_crashed' })
    await write()
    expect(loads).toHaveLength(2)
    driver = 'second'
    await write()
    expect(loads).toHaveLength(4)
    await graphics.forget()
    expect(await graphics.failure()).toBeNull()
    await write()
    expect(loads).toHaveLength(6)
    await llama.stop()
  })

  test('with too little memory is used again the next time', async () => {
    const { llama, graphics } = await llamaWith(say('out_of_memory'))
    expect((await llama.write(model, request, work)).result).toEqual({ summary: 'Said.' })
    expect(await graphics.failure()).toBeNull()
    await llama.stop()
  })

  test('is not asked again where the model itself is at fault', async () => {
    const { llama, loads } = await llamaWith(say('schema_not_satisfied'))
    const written = llama.write(model, request, work)
    await expect(written).rejects.toMatchObject({ code: 'schema_not_satisfied' })
    expect(loads).toHaveLength(1)
    await llama.stop()
  })
})
