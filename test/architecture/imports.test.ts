import { expect, test } from 'vitest'
import { codeFiles, importsOf, ownImportsOf, read } from './sources.ts'

const files = codeFiles()
const edges = files.flatMap((from) => ownImportsOf(from).map((to) => ({ from, to })))
const show = ({ from, to }: { from: string; to: string }) => `${from} -> ${to}`

// House: imports go down only. What each place may import besides itself.
const plumbing = [
  'core',
  'encryption',
  'db',
  'backup',
  'queue',
  'blobs',
  'engine',
  'notify',
  'http',
  'recovery',
]
const service = (...names: string[]) => names.map((name) => `service/${name}`)
const desktopApi = 'main/desktop-api.ts'
const allowed: Record<string, readonly string[]> = {
  'service/core': [],
  'service/encryption': service('core'),
  'service/db': service('core', 'encryption'),
  'service/backup': service('core', 'encryption', 'db', 'blobs', 'engine'),
  'service/queue': service('core', 'db'),
  'service/blobs': service('core', 'encryption'),
  'service/recovery': service('core', 'encryption', 'db', 'blobs', 'backup'),
  'service/engine': service('core', 'config.ts'),
  'service/notify': service('core'),
  'service/http': service('core'),
  'service/deps.ts': service('config.ts', ...plumbing),
  // The client imports nothing of the service; its lists of media types, orders and placeholders, and what it reads of notices, are also the service's own.
  'service/features': service(
    'deps.ts',
    'config.ts',
    'client/media-types.ts',
    'client/content-orders.ts',
    'client/notice-facts.ts',
    'client/prompt-placeholders.ts',
    ...plumbing,
  ),
  'service/client': [],
  // Tools of assistants reach the data through the client, whichever way they are connected.
  'service/mcp': service('core', 'http', 'client/index.ts', 'client/prompt-placeholders.ts'),
  'service/cli': service(
    ...['core', 'config.ts', 'version.ts', 'client/index.ts', 'mcp'],
    ...['checks/check-server.ts', 'rotate-key.ts'],
  ),
  'service/checks': service('config.ts', 'installation-secret.ts', ...plumbing),
  'service/telemetry': service('core', 'db', 'http'),
  // What a model is trained on is computed where the model is used.
  models: service('core', 'engine', 'features/ask'),
  // The client by its public name, `earshot/client`; of the shell, the types of their channels only.
  renderer: [...service('client/index.ts'), desktopApi],
  main: ['service'],
}

/** The place of the table above that a file belongs to, or undefined where it may import anything. */
const placeOf = (file: string): string | undefined =>
  Object.keys(allowed).find((place) => file === place || file.startsWith(`${place}/`))

const isIn = (file: string, place: string) => file === place || file.startsWith(`${place}/`)

const slice = (file: string) => /^service\/features\/([^/]+)\//.exec(file)?.[1]
const isInternal = (file: string) => /\/(schema|routes|jobs|store|[a-z-]+-store)\.ts$/.test(file)
const feature = (file: string) => /^renderer\/features\/([^/]+)\//.exec(file)?.[1]
const isElectron = (name: string) => /^electron(\/|$)|^electron-updater$/.test(name)

test('imports go down only', () => {
  const wrong = edges.filter(({ from, to }) => {
    const place = placeOf(from)
    if (place === undefined) return false
    return !isIn(to, place) && !(allowed[place] ?? []).some((other) => isIn(to, other))
  })
  expect(wrong.map(show)).toEqual([])
})

test('the rules above cover every folder of the service', () => {
  const uncovered = files
    .filter((file) => /^service\/[^/]+\//.test(file) && placeOf(file) === undefined)
    .map((file) => file.split('/').slice(0, 2).join('/'))
  expect([...new Set(uncovered)]).toEqual([])
})

test('the client runs anywhere: it imports what comes with it and nothing of Node', () => {
  const parts = files.filter((file) => file.startsWith('service/client/'))
  const foreign = parts.flatMap((file) => importsOf(file).filter((name) => !name.startsWith('.')))
  // Signatures and server-sent events are standards with a small library each; dist/client names
  // these as its dependencies.
  expect([...new Set(foreign)].toSorted()).toEqual(['eventsource-parser', 'standardwebhooks'])
})

test('a slice takes only domain files of another slice', () => {
  const wrong = edges.filter(
    ({ from, to }) => slice(from) && slice(to) && slice(from) !== slice(to) && isInternal(to),
  )
  expect(wrong.map(show)).toEqual([])
})

test('features of the page do not import each other', () => {
  const wrong = edges.filter(
    ({ from, to }) => feature(from) && feature(to) && feature(from) !== feature(to),
  )
  expect(wrong.map(show)).toEqual([])
})

test('only main imports electron, and nothing but tests imports main', () => {
  const shell = files.filter((file) => importsOf(file).some(isElectron))
  expect(shell.filter((file) => !/^(main|test\/main|test\/e2e)\//.test(file))).toEqual([])
  const wrong = edges.filter(
    ({ from, to }) =>
      to.startsWith('main/') && !/^(main|test)\//.test(from) && !isTypeOfChannels(from, to),
  )
  expect(wrong.map(show)).toEqual([])
})

/** The page may know the types of what it says to the shell, and runs none of the shell's code. */
const isTypeOfChannels = (from: string, to: string) =>
  from.startsWith('renderer/') &&
  to === desktopApi &&
  /import type \{[^}]*\} from '[./]*\/main\/desktop-api\.ts'/.test(read(from))

test('the contract suite is a black box, also by way of what it shares with other tests', () => {
  const reached = new Set(files.filter((file) => file.startsWith('test/contract/')))
  // A set visits what is added to it on the way.
  for (const file of reached) {
    for (const { from, to } of edges) if (from === file) reached.add(to)
  }
  expect([...reached].filter((file) => /^(service|main|models)\//.test(file))).toEqual([])
})

test('imports form no cycle', () => {
  expect(findCycles()).toEqual([])
})

/** Each cycle once, as `a -> b -> a`. */
function findCycles(): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (file: string, trail: string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '))
      return
    }
    state.set(file, 'open')
    for (const { from, to } of edges) if (from === file) visit(to, [...trail, file])
    state.set(file, 'done')
  }
  for (const file of files) visit(file, [])
  return cycles
}
