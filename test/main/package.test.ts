import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Ajv } from 'ajv'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { linkScheme } from '../../main/deep-links.ts'
import { codeFiles, importsOf, ownImportsOf } from '../architecture/sources.ts'

const root = path.join(import.meta.dirname, '../..')
const platforms = ['linux', 'mac', 'win'] as const

type Packing = {
  files: string[]
  icon: string
  asarUnpack: string[]
  extraResources: { from: string; to: string; filter?: string[] }[]
  electronFuses: Record<string, boolean>
  publish: null
  protocols: { name: string; schemes: string[] }[]
} & Record<
  (typeof platforms)[number],
  {
    target: string | string[]
    files: string[]
    entitlements?: string
    entitlementsInherit?: string
    extendInfo?: Record<string, string>
  }
>

let packing: Packing
beforeAll(async () => {
  const text = await readFile(path.join(root, 'electron-builder.yml'), 'utf8')
  packing = parse(text) as Packing // its shape is what the first test checks
})

/** What lies beside the archive is left out of it. */
const isBeside = (file: string) =>
  packing.extraResources.some(({ from, filter = ['**/*'] }) =>
    filter.some((pattern) => path.matchesGlob(file, path.join(from, pattern))),
  )

/** Whether a file of this project goes into the archive: the last pattern that matches decides. */
function isPacked(file: string, platform: (typeof platforms)[number]): boolean {
  if (isBeside(file)) return false
  let isIn = file.startsWith('node_modules/') // production packages are in unless left out
  for (const pattern of [...packing.files, ...packing[platform].files]) {
    const isNegative = pattern.startsWith('!')
    if (path.matchesGlob(file, isNegative ? pattern.slice(1) : pattern)) isIn = !isNegative
  }
  return isIn
}

test('the configuration is one that electron-builder accepts', () => {
  const schema: unknown = createRequire(import.meta.url)('app-builder-lib/scheme.json')
  const ajv = new Ajv({ strict: false })
  const validate = ajv.compile(schema as object) // a JSON Schema document
  expect(validate(packing), ajv.errorsText(validate.errors)).toBe(true)
})

test('each system gets its installers', () => {
  expect(platforms.map((name) => [packing[name].target].flat())).toEqual([
    ['AppImage', 'deb'],
    ['dmg'],
    ['nsis'],
  ])
})

test('its icon is a square picture of 1024 pixels with a transparent margin', async () => {
  const png = await readFile(path.join(root, packing.icon))
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  const [width, height, colours] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]]
  expect({ width, height, colours }).toEqual({ width: 1_024, height: 1_024, colours: 6 })
})

test('the program runs this app and nothing else (reliability.md E-6)', () => {
  expect(packing.electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
})

test('a list that leaves out begins with a file, or electron-builder packs all that is here', () => {
  for (const { files } of [packing, ...platforms.map((name) => packing[name])])
    expect(files[0]).toBe('package.json')
})

test('the shell, the service, its SQL and the built page are packed; tests and weights are not', () => {
  const inside = [
    'package.json',
    'main/index.ts',
    'main/service-host.ts',
    'main/engine-child.ts',
    'service/shell-scripts.ts',
    'service/engine/decode/decode-child.ts',
    'service/engine/llama/child.ts',
    'service/client/index.ts',
    'service/client/generated/sdk.gen.ts',
    'service/serve.ts',
    'service/cli/discovery.ts',
    'service/db/migrations/0001-organization.sql',
    'models/catalogue.json',
    'dist/main/preload.cjs',
    'dist/renderer/index.html',
    'node_modules/fastify/package.json',
    'node_modules/@node-llama-cpp/linux-x64-vulkan/package.json',
  ]
  const outside = [
    'main/start.ts',
    'main/sign-update.ts',
    'main/icons/render.ts',
    'service/cli/earshot.ts',
    'service/client/openapi.json',
    'test/run.ts',
    'renderer/main.tsx',
    'models/whisper-base-q5_1.ggml.bin',
    'node_modules/nodejs-whisper/cpp/whisper.cpp/CMakeLists.txt',
    'node_modules/@node-llama-cpp/linux-x64-cuda/package.json',
    'node_modules/@node-llama-cpp/win-x64-cuda-ext/package.json',
  ]
  for (const platform of platforms) {
    expect(inside.filter((file) => !isPacked(file, platform))).toEqual([])
    expect(outside.filter((file) => isPacked(file, platform))).toEqual([])
  }
})

test('every file that the shell and the service import is in the pack', () => {
  const entries = ['main/index.ts', 'main/engine-child.ts', 'service/serve.ts']
  const needed = new Set([
    ...entries,
    ...codeFiles().filter((file) => /^service\/.*child\.ts$/.test(file)),
  ])
  // A set visits what is added to it on the way.
  for (const file of needed) for (const next of ownImportsOf(file)) needed.add(next)
  expect(needed.size).toBeGreaterThan(200)
  for (const platform of platforms) {
    expect([...needed].filter((file) => !isPacked(file, platform))).toEqual([])
  }
})

test('every package that they import is one that is packed', async () => {
  const text = await readFile(path.join(root, 'package.json'), 'utf8')
  // our own file
  const { dependencies, optionalDependencies } = JSON.parse(text) as Record<string, object>
  const packed = new Set(['electron', ...Object.keys({ ...dependencies, ...optionalDependencies })])
  const needed = codeFiles()
    .filter((file) => isPacked(file, 'linux'))
    .flatMap(importsOf)
  const names = needed
    .filter((name) => !/^(\.|node:)/.test(name))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
  expect([...new Set(names)].filter((name) => !packed.has(name))).toEqual([])
})

test('links earshot:// belong to this app, and to no other scheme', () => {
  expect(packing.protocols).toEqual([{ name: 'Earshot', schemes: ['earshot'] }])
  expect(linkScheme).toBe('earshot')
})

test('macOS may be asked for the microphone and the computer’s sound, with a reason', async () => {
  expect(Object.keys(packing.mac.extendInfo ?? {}).toSorted()).toEqual([
    'NSAudioCaptureUsageDescription',
    'NSMicrophoneUsageDescription',
    'NSScreenCaptureUsageDescription',
  ])
  const { entitlements = '', entitlementsInherit } = packing.mac
  expect(entitlementsInherit).toBe(entitlements)
  const text = await readFile(path.join(root, entitlements), 'utf8')
  expect(text).toContain('com.apple.security.device.audio-input')
  expect(text).not.toMatch(/allow-dyld|get-task-allow|disable-executable-page/)
})

test('every file of the service that the shell needs exists', () => {
  for (const file of ['main/index.ts', 'service/serve.ts', 'models/catalogue.json']) {
    expect(existsSync(path.join(root, file)), file).toBe(true)
  }
})

test('each system gets its own audio decoder and no other', () => {
  const all = globSync('node_modules/node-web-audio-api/*.node', { cwd: root })
  const wanted = { linux: /\.linux-(x64|arm64)/, mac: /\.darwin-/, win: /\.win32-/ }
  for (const platform of platforms) {
    const packed = all.filter((file) => isPacked(file, platform))
    expect(packed).toEqual(all.filter((file) => wanted[platform].test(file)))
    expect(packed).toHaveLength(2)
  }
})

test('what the system opens itself lies outside the archive', () => {
  const native = [
    ...globSync('node_modules/**/*.node', { cwd: root }),
    'node_modules/@electric-sql/pglite/dist/pglite.wasm',
  ].filter((file) => isPacked(file, 'linux'))
  expect(native.length).toBeGreaterThan(2)
  const inArchive = native.filter(
    (file) => !packing.asarUnpack.some((pattern) => path.matchesGlob(file, pattern)),
  )
  expect(inArchive).toEqual([])
})

type Entry = { file: string; sources: { kind: string }[]; tokenizer?: { file: string } }

test('every bundled weight goes beside the archive', async () => {
  const text = await readFile(path.join(root, 'models/catalogue.json'), 'utf8')
  // our own file, checked by its own tests
  const { models } = JSON.parse(text) as { models: Entry[] }
  const bundled = models.filter(({ sources }) => sources.some(({ kind }) => kind === 'bundled'))
  expect(bundled.length).toBeGreaterThan(0)
  const filters = packing.extraResources.find(({ to }) => to === 'models')?.filter ?? []
  const files = bundled.flatMap(({ file, tokenizer }) => [
    file,
    ...(tokenizer ? [tokenizer.file] : []),
  ])
  for (const file of files) {
    expect(
      filters.some((pattern) => path.matchesGlob(file, pattern)),
      file,
    ).toBe(true)
  }
})

test('no update address is packed, so the app asks none', () => {
  expect(packing.publish).toBeNull()
})
