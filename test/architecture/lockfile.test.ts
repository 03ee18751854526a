import { expect, test } from 'vitest'
import { read } from './sources.ts'

type Entry = {
  version?: string
  resolved?: string
  integrity?: string
  optionalDependencies?: Record<string, string>
  hasInstallScript?: boolean
  bin?: Record<string, string>
}

// package-lock.json, version 3: npm's own format.
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> }

// What people run Earshot on, and how packages spell it in the names of their binaries.
const platforms: Record<string, RegExp> = {
  'linux-x64': /linux-x64(-gnu)?$/,
  'linux-arm64': /linux-arm64(-gnu)?$/,
  'darwin-x64': /(darwin|mac)-x64$/,
  'darwin-arm64': /(darwin|mac)-arm64(-metal)?$/,
  'win32-x64': /(win32|win|windows)-x64(-msvc)?$/,
}

/** The entry that npm finds for a dependency of a package: its own folder first, then outwards. */
function findEntry(from: string, name: string): Entry | undefined {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    const entry = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]
    if (entry || folder === '') return entry
    if (!folder.includes('/node_modules/')) folder = ''
  }
}

const families = Object.entries(packages)
  .map(([folder, { optionalDependencies = {} }]) => ({
    folder,
    names: Object.keys(optionalDependencies),
  }))
  .filter(({ names }) => names.some((name) => Object.values(platforms).some((p) => p.test(name))))

test('there are packages with a binary for each platform', () => {
  expect(families.map(({ folder }) => folder)).toContain('node_modules/node-llama-cpp')
})

test('the Node that runs everything is in the lockfile, for all platforms', () => {
  // The package `node` would fetch it beside the lockfile, by a script, and nobody would compare its hash.
  expect(packages['node_modules/node']).toBeUndefined()
  const own = families.find(({ folder }) => folder === '')
  const nodes = own?.names.filter((name) => name.startsWith('node-')) ?? []
  expect(nodes).toHaveLength(Object.keys(platforms).length)
  for (const name of nodes) {
    const { version = '', bin } = packages[`node_modules/${name}`] ?? {}
    expect(Number.parseInt(version), name).toBeGreaterThanOrEqual(24)
    expect(Object.keys(bin ?? {}), name).toEqual(['node'])
  }
})

// npm skips a binary that its registry lacks without a word: then nobody else could run this.
test.each(families)('$folder has a binary for all five platforms', ({ folder, names }) => {
  const missing = Object.entries(platforms).filter(([, pattern]) => {
    const name = names.find((candidate) => pattern.test(candidate))
    return !name || !findEntry(folder, name)?.integrity
  })
  expect(missing.map(([platform]) => platform)).toEqual([])
})

test('only known packages run code at install', () => {
  // node-llama-cpp: checks its prebuilt binary, never compiles here.
  // electron-winstaller: picks a 7-zip for Windows. The root: compiles whisper.cpp.
  // onnxruntime-node: would fetch CUDA's libraries; .npmrc tells it not to.
  const known = ['', 'node_modules/electron-winstaller']
  const running = Object.keys(packages).filter((folder) => packages[folder]?.hasInstallScript)
  const runtimes = ['node_modules/node-llama-cpp', 'node_modules/onnxruntime-node']
  expect(running.toSorted()).toEqual([...known, ...runtimes])
})

test('every package is pinned by its hash and by no place', () => {
  // A place would be one person's mirror: .npmrc leaves it out, npm takes the reader's own registry.
  const entries = Object.entries(packages).filter(([folder]) => folder !== '')
  expect(entries.filter(([, entry]) => !entry.integrity).map(([folder]) => folder)).toEqual([])
  expect(entries.filter(([, entry]) => entry.resolved).map(([folder]) => folder)).toEqual([])
})

test('direct dependencies are exact versions', () => {
  type Kind = 'dependencies' | 'devDependencies' | 'optionalDependencies'
  type Manifest = Record<Kind, Record<string, string>>
  const manifest = JSON.parse(read('package.json')) as Manifest // npm's own format
  const { dependencies, devDependencies, optionalDependencies } = manifest
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies }
  expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})
