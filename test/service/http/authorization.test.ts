import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addTarget,
  makeBody,
  openStage,
  takeSnapshot,
  tidyUp,
  type Stage,
} from './authorization-stage.ts'
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

async function makeCall(operation: Operation): Promise<Target> {
  const url = await addTarget(stage, operation)
  return { url, body: { ...rowOf(operation).body, ...(await makeBody(stage, operation, url)) } }
}

type Cells = Record<string, Cell>

/** Each refused identity's answer. */
async function callRefused(operation: Operation, { url, body }: Target): Promise<Cells> {
  const row = rowOf(operation)
  const cells: Cells = {}
  for (const identity of identities.filter((each) => isRefusal(row, each))) {
    const { cell } = await callAs(identity, operation, url, hasBody(operation) ? body : undefined)
    cells[identity] = cell
  }
  return cells
}

/** The first that is served gets what the refused left; the others their own, unless they only read. */
async function callServed(operation: Operation, first: Target): Promise<Cells> {
  const row = rowOf(operation)
  const cells: Cells = {}
  let target: Target | undefined = first
  for (const identity of identities.filter((each) => !isRefusal(row, each))) {
    const { url, body } = target ?? (await makeCall(operation))
    const { cell } = await callAs(identity, operation, url, hasBody(operation) ? body : undefined)
    cells[identity] = cell
    await stage.app.idle()
    if (row.scope !== 'read') target = undefined
  }
  return cells
}

function rowOf({ id }: Operation): Row {
  const row = table[id]
  if (!row) throw new Error(`${id} has no row in authorization-table.ts.`)
  return row
}

/** Operations that take no body refuse one. */
const hasBody = ({ id }: Operation): boolean =>
  table[id]?.body !== undefined ||
  ['createInvitation', 'lookUpInvitation', 'acceptInvitation'].includes(id)

test('every operation has its row in the table, and no row is left of a former one', () => {
  const ids = operations.map(({ id }) => id)
  expect(Object.keys(table).toSorted()).toEqual(ids.toSorted())
})

/** Choice: as many are refused between two looks at all tables; there may be twenty webhooks at a time. */
const groupSize = 15
const groups = Array.from({ length: Math.ceil(operations.length / groupSize) }, (_, at) =>
  operations.slice(at * groupSize, (at + 1) * groupSize),
)

/** Whose target is gone by their turn, as emptyTrash, updateSpeaker and resumeQueue were served before them. */
const needsNewTarget = new Set(['cancelAnalysis', 'deleteTrashed', 'deleteVoice'])

describe.each(groups.map((group) => ({ group, from: group[0]?.id, to: group.at(-1)?.id })))(
  'from $from to $to',
  ({ group }) => {
    const targets = new Map<string, Target>()
    const refused = new Map<string, Cells>()

    test('who is refused leaves everything as it was', async () => {
      await tidyUp(stage)
      for (const operation of group) targets.set(operation.id, await makeCall(operation))
      await stage.app.idle()
      const snapshot = await takeSnapshot(stage)
      for (const operation of group) {
        const target = targets.get(operation.id)
        if (target) refused.set(operation.id, await callRefused(operation, target))
      }
      await stage.app.idle()
      expect(await takeSnapshot(stage)).toEqual(snapshot)
    })

    test.each(group)('$id: who may and who may not', async (operation) => {
      const made = needsNewTarget.has(operation.id) ? undefined : targets.get(operation.id)
      const target = made ?? (await makeCall(operation))
      const cells = { ...refused.get(operation.id), ...(await callServed(operation, target)) }
      const expected = identities.map((identity) => [
        identity,
        expectedHere(rowOf(operation), identity),
      ])
      expect(cells).toEqual(Object.fromEntries(expected))
    })
  },
)
