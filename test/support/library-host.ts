import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { readConfig } from '../../service/config.ts'
import { createLog } from '../../service/core/log.ts'
import { launchService } from '../../service/launch.ts'
import type { OpenedBy } from '../../service/encryption/library-lock.ts'
import type { LibraryHost } from '../../service/library-host.ts'
import type { Service } from '../../service/start.ts'
import { callService, type Answer, type TestApp } from './app.ts'
import { absentEmbedder } from './embedder.ts'
import { scriptedTranscriber, scriptedWriter } from './engine.ts'
import { givenProject, givenRecording } from './factory.ts'
import { copyFolder, removeAtExit } from './folders.ts'
import { testPassphraseCost } from './library-keys.ts'
import { prepareTemplate } from './prepared-data.ts'

/** The service as a process hosts it, with a database on disk and scripted engines. */
export type Hosted = LibraryHost & { call: TestApp['call'] }

type Options = { port?: string; openedBy?: OpenedBy | undefined }

export async function hostLibrary(
  dataDir: string,
  { port = '0', openedBy }: Options = {},
): Promise<Hosted> {
  const config = readConfig({ EARSHOT_DATA_DIR: dataDir, EARSHOT_PORT: port })
  const host = await launchService(config, {
    log: createLog(process.env['EARSHOT_TEST_LOG'] ?? 'silent'),
    transcriber: scriptedTranscriber(),
    writer: scriptedWriter(),
    embedder: absentEmbedder(),
    passphraseCost: testPassphraseCost,
    ...openedBy,
  })
  const call: TestApp['call'] = (method, url, options) =>
    callService({ baseUrl: host.baseUrl(), sessionToken: host.sessionToken }, method, url, options)
  return { ...host, call }
}

type LibraryAtRest = { dataDir: string; ids: string[] }
let atRest: Promise<LibraryAtRest> | undefined

/**
 * Two transcribed recordings of the project "Interviews", at rest: a copy of what is made once per worker. The folder
 * is the caller's to remove.
 */
export async function givenLibraryAtRest(): Promise<LibraryAtRest> {
  atRest ??= makeLibraryAtRest()
  const { dataDir, ids } = await atRest
  const { copy } = await copyLibrary(dataDir)
  return { dataDir: copy, ids }
}

async function makeLibraryAtRest(): Promise<LibraryAtRest> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-host-'))
  removeAtExit(dataDir)
  await prepareTemplate()
  const host = await hostLibrary(dataDir)
  const service = openService(host)
  const app = { ...service, call: host.call } as TestApp // what the factory takes of one
  const project = await givenProject(app, { name: 'Interviews' })
  const ids = [
    await givenRecording(app, project.id, { filename: 'Mary: first.wav' }),
    await givenRecording(app, project.id, { filename: 'Mary: second.wav' }),
  ]
  await host.stop()
  return { dataDir, ids }
}

/** A copy of a library at rest, which is gone after the test or the file of tests that stops it. */
export async function copyLibrary(dataDir: string) {
  const copy = await mkdtemp(path.join(tmpdir(), 'earshot-host-'))
  copyFolder(dataDir, copy)
  return { copy, remove: () => rm(copy, { recursive: true, force: true }) }
}

/** One copy of a library at rest at a time, and its host, which is stopped, and the copy removed, after the test. */
export function oneCopyAtATime() {
  let dataDir = ''
  let remove = async () => {}
  let host: Hosted | null = null
  const stop = async (): Promise<void> => {
    await host?.stop()
    host = null
  }
  afterEach(async () => {
    await stop()
    await remove()
  })
  return {
    copyOf: async (library: { dataDir: string }): Promise<void> => {
      ;({ copy: dataDir, remove } = await copyLibrary(library.dataDir))
    },
    at: (...names: string[]) => path.join(dataDir, ...names),
    /** On the copy, or on another folder. */
    start: async (openedBy?: OpenedBy, folder = dataDir): Promise<Hosted> =>
      (host = await hostLibrary(folder, { openedBy })),
    stop,
  }
}

/** For each test of the file a copy of the library. */
export function copyForEachTest(library: () => { dataDir: string }) {
  const { copyOf, ...copy } = oneCopyAtATime()
  beforeEach(() => copyOf(library()))
  return copy
}

export function openService(host: LibraryHost): Service {
  const service = host.service()
  if (!service) throw new Error('The library is not open.')
  return service
}

/** Begins an action and waits for its end; the last answer of GET /v1/recovery. */
export async function recover(host: Hosted, body: object): Promise<Answer['body']> {
  const begun = await host.call('POST', '/v1/recovery', { body })
  expect(begun).toMatchObject({ status: 202, body: { data: { work: { status: 'running' } } } })
  let last: Answer['body']
  const look = async () => {
    // Nobody answers while one takes the place of the other.
    last = await host.call('GET', '/v1/recovery').then(
      ({ body: { data } }) => data,
      () => null,
    )
    return last?.work.status
  }
  // A look costs more than what is waited for has to do meanwhile.
  await expect.poll(look, { timeout: 100_000, interval: 200 }).not.toMatch(/running|^undefined$/)
  return last
}
