import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBody, makeTarget, openStage, takeSnapshot, type Stage } from './authorization-stage.ts'
import {
  expectedOf,
  identities,
  table,
  type Cell,
  type Identity,
  type Row,
} from './authorization-table.ts'
import { operations, type Operation } from './operations.ts'
import { fetchChecked } from '../../support/own-document.ts'
import { liveWav } from '../../support/sound.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.stop())

const form = new FormData()
form.append('file', new Blob([liveWav(1)]), 'call.wav')

/** What those send whose body is no JSON. */
const files: Readonly<Record<string, BodyInit>> = {
  sendUpload: 'ten bytes.',
  hearLiveWords: liveWav(1),
  createTranscription: form,
  createTranslation: form,
}

/** One cell of the matrix; a stream is left as soon as it has begun. */
async function callAs(identity: Identity, operation: Operation, url: string, body?: object) {
  const stop = new AbortController()
  const authorization = stage.credentials[identity]
  const file = files[operation.id]
  const type = file ? 'audio/wav' : 'application/json'
  const payload = file ?? (body && JSON.stringify(body))
  const response = await fetchChecked(new URL(url, stage.app.baseUrl), {
    method: operation.method,
    headers: {
      ...(authorization !== null && { authorization }),
      // Of a form, fetch knows its boundary.
      ...(payload !== undefined && payload !== form && { 'content-type': type }),
    },
    ...(payload !== undefined && { body: payload }),
    signal: stop.signal,
  })
  const { status, headers } = response
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    stop.abort()
    return { cell: status, text: '' }
  }
  const text = await response.text()
  return { cell: toCell(status, text), text }
}

const toCell = (status: number, text: string): Cell =>
  status < 400 ? status : [status, JSON.parse(text).error.code]

const expectedHere = (row: Row, identity: Identity) =>
  expectedOf(row, identity, stage.app.deps.db.isShared)
const isRefusal = (row: Row, identity: Identity) => typeof expectedHere(row, identity) !== 'number'

type Target = { url: string; body: object }

async function makeCall(operation: Operation, row: Row): Promise<Target> {
  const url = await makeTarget(stage, operation)
  return { url, body: { ...row.body, ...(await makeBody(stage, operation, url)) } }
}

/** Refused identities all meet the same thing, and leave it as it was. */
async function callRefused(operation: Operation, row: Row, { url, body }: Target) {
  await stage.app.idle()
  const before = await takeSnapshot(stage)
  const found: Record<string, Cell> = {}
  for (const identity of identities.filter((each) => isRefusal(row, each))) {
    const { cell } = await callAs(identity, operation, url, hasBody(operation) ? body : undefined)
    found[identity] = cell
  }
  await stage.app.idle()
  expect(await takeSnapshot(stage)).toEqual(before)
  return found
}

/** The first that is served gets what the refused left; the others their own, unless they only read. */
async function callServed(operation: Operation, row: Row, first: Target) {
  const found: Record<string, Cell> = {}
  let target: Target | undefined = first
  for (const identity of identities.filter((each) => !isRefusal(row, each))) {
    const { url, body } = target ?? (await makeCall(operation, row))
    const { cell } = await callAs(identity, operation, url, hasBody(operation) ? body : undefined)
    found[identity] = cell
    await stage.app.idle()
    if (row.scope !== 'read') target = undefined
  }
  return found
}

/** Operations that take no body refuse one. */
const hasBody = ({ id }: Operation): boolean =>
  table[id]?.body !== undefined ||
  ['createInvitation', 'lookUpInvitation', 'acceptInvitation'].includes(id)

test('every operation has its row in the table, and no row is left of a former one', () => {
  const ids = operations.map(({ id }) => id)
  expect(Object.keys(table).toSorted()).toEqual(ids.toSorted())
})

test.each(operations)('$id: who may and who may not', async (operation) => {
  const row = table[operation.id]
  if (!row) throw new Error(`${operation.id} has no row in authorization-table.ts.`)
  await stage.app.idle()
  const target = await makeCall(operation, row)
  const refused = await callRefused(operation, row, target)
  const found = { ...refused, ...(await callServed(operation, row, target)) }
  const expected = identities.map((identity) => [identity, expectedHere(row, identity)])
  expect(found).toEqual(Object.fromEntries(expected))
})
