import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import {
  createClient,
  type Analysis,
  type Client,
  type Content,
  type Project,
} from '../support/path-client.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import type { Item, Ledger } from './ledger.ts'

type View = { items: Map<string, Content>; analyses: Map<string, Analysis> }

/** The numbered promises of reliability.md (before C-1), after a restart. */
export async function checkInvariants(
  service: ServiceProcess,
  dataDir: string,
  ledger: Ledger,
): Promise<void> {
  const remains = await readdir(path.join(dataDir, 'incoming'))
  expect(remains, '(11) no temporary file is left').toEqual([])
  const view = await settle(service.client, ledger)
  for (const item of ledger.items) checkItem(item, view)
  await checkNotes(service.client, ledger, view)
  await checkFiles(dataDir, ledger, view)
  await checkSearch(service.client, view)
  await checkKeys(service, ledger)
  const project = await service.client.get<Project>(`/v1/projects/${ledger.projectId}`)
  expect(project.content_count, '(10) the counter equals a recount').toBe(view.items.size)
}

const isOpen = ({ status }: { status: string }) => status === 'processing' || status === 'queued'

/** (3) Everything that was running ends: nothing is stuck. */
async function settle(client: Client, ledger: Ledger): Promise<View> {
  const content = `/v1/projects/${ledger.projectId}/content`
  const items = await untilClosed(() => client.list<Content>(content))
  const known = new Set(ledger.items.flatMap(({ id, analyses }) => (analyses.size > 0 ? [id] : [])))
  const lists = items
    .filter(({ id }) => known.has(id))
    .map(({ id }) => untilClosed(() => client.list<Analysis>(`${content}/${id}/analyses`)))
  const analyses = (await Promise.all(lists)).flat()
  return {
    items: new Map(items.map((item) => [item.id, item])),
    analyses: new Map(analyses.map((analysis) => [analysis.id, analysis])),
  }
}

/** Asks until nothing of the list is queued or processing, for two minutes at most. */
async function untilClosed<T extends { status: string }>(ask: () => Promise<T[]>): Promise<T[]> {
  const deadline = performance.now() + 120_000
  for (;;) {
    const list = await ask()
    const open = list.filter(isOpen)
    if (open.length === 0) return list
    if (performance.now() > deadline) expect(open, '(3) stuck jobs').toEqual([])
    await pause(100)
  }
}

/** (1) What was acknowledged is there; (7) what was deleted stays deleted. */
function checkItem(item: Item, { items, analyses }: View): void {
  const found = items.get(item.id)
  if (item.removed === 'acknowledged') {
    expect(found, `(7) ${item.id} was deleted`).toBeUndefined()
    return
  }
  if (!found) {
    expect(item.removed, `(1) ${item.id} was acknowledged`).toBe('asked')
    return
  }
  if (item.confirmed === 'acknowledged') {
    expect(found, `(1) ${item.id} was confirmed`).toMatchObject({ status: 'completed' })
  }
  for (const id of item.analyses) {
    expect(analyses.get(id), `(1) ${id} was acknowledged`).toMatchObject({ status: 'completed' })
  }
}

/** (1) The notes of a recording are those that were acknowledged last, or asked for after that. */
async function checkNotes(client: Client, ledger: Ledger, { items }: View): Promise<void> {
  const noted = ledger.items.filter(({ id, notes }) => items.has(id) && notes.written.length > 0)
  const reads = noted.map(async ({ id, notes: { written, acknowledged } }) => {
    const url = `/v1/projects/${ledger.projectId}/content/${id}/notes`
    const { text } = await client.get<{ text: string }>(url)
    const place = written.indexOf(text) + 1
    expect(place, `(1) the notes of ${id}`).toBeGreaterThanOrEqual(acknowledged)
    if (place === 0) expect(text, `(1) the notes of ${id}`).toBe('')
  })
  await Promise.all(reads)
}

/** (2) Files and rows are the same set, and every acknowledged byte is as it was sent. */
async function checkFiles(dataDir: string, ledger: Ledger, { items }: View): Promise<void> {
  const folder = path.join(dataDir, 'recordings')
  const names = await readdir(folder)
  const files = new Set(names.filter((name) => !name.endsWith('.json')))
  const orphans = names.filter((name) => !items.has(idOf(name)))
  const going = new Set(ledger.items.flatMap(({ id, removed }) => (removed === 'no' ? [] : [id])))
  expect(
    orphans.filter((name) => !going.has(idOf(name))),
    '(2) files without a row',
  ).toEqual([])
  // The files of a recording that was deleted go with a job, right after the start.
  await expect
    .poll(async () => (await readdir(folder)).filter((name) => !items.has(idOf(name))), {
      message: '(2) files of deleted recordings',
      timeout: 30_000,
    })
    .toEqual([])
  const missing = [...items.values()].filter(
    ({ id, status }) => status !== 'uploaded' && !files.has(id),
  )
  expect(missing, '(2) rows without their file').toEqual([])
  for (const { id, sha256, sent } of ledger.items) {
    if (sent !== 'acknowledged' || !items.has(id)) continue
    expect(await hashOf(path.join(folder, id)), `(2) the bytes of ${id}`).toBe(sha256)
  }
}

const idOf = (name: string): string => name.replace(/\.json$/, '')

const hashOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

/** (7) Search knows the completed items, and no deleted one. */
async function checkSearch(client: Client, { items }: View): Promise<void> {
  const hits = await client.list<{ id: string }>('/v1/search/content?q=zebra')
  const completed = [...items.values()].filter(({ status }) => status === 'completed')
  expect(new Set(hits.map(({ id }) => id)), '(7) search').toEqual(
    new Set(completed.map(({ id }) => id)),
  )
}

/** (8) Keys that were revoked stay revoked; the others still open the door. */
async function checkKeys({ baseUrl }: ServiceProcess, ledger: Ledger): Promise<void> {
  const tries = ledger.keys.map(async ({ key, revoked }) => {
    const client = createClient({ baseUrl, token: key })
    const status = await client.get('/v1/org').then(
      () => 200,
      (error: { status: number }) => error.status,
    )
    if (revoked !== 'asked') expect(status, '(8) a key').toBe(revoked === 'no' ? 200 : 401)
  })
  await Promise.all(tries)
}
