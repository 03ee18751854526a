import { createHash, randomBytes } from 'node:crypto'
import {
  ApiFailure,
  type Client,
  type CreatedKey,
  type UploadSession,
} from '../support/path-client.ts'
import { isFullDisk } from '../../service/core/full-disk.ts'
import type { Item, Known, Ledger, Random } from './ledger.ts'

type Act = (client: Client, ledger: Ledger, random: Random) => Promise<void>

/** Does one random thing. */
export const actOnce: Act = async (client, ledger, random) => {
  await random.pick(acts)?.(client, ledger, random)
}

/**
 * Does one random thing after the other until the service is gone. A refusal is an answer; any
 * other failure means that nobody knows what became of the request, and ends the actor.
 */
export async function actUntilGone(client: Client, ledger: Ledger, random: Random): Promise<void> {
  for (;;) {
    try {
      await actOnce(client, ledger, random)
    } catch (error) {
      if (error instanceof ApiFailure && error.status < 500) continue
      return
    }
  }
}

const contentOf = ({ projectId }: Ledger) => `/v1/projects/${projectId}/content`

const announce: Act = async (client, ledger, random) => {
  const bytes = Buffer.concat([wavHeader, randomBytes(random.between(1_000, 60_000))])
  await upload({ client, ledger }, `${bytes.length}.wav`, 'audio/wav', bytes)
}

/** A transcript that was made elsewhere, in the words that the scripted engine hears. */
const importOne: Act = async (client, ledger, random) => {
  const lines = Array.from({ length: random.between(1, 300) }, (_, at) => {
    const time = new Date(at * 1_000).toISOString().slice(11, 19)
    return `${time}.000 --> ${time}.900\nThe zebra crossed the river ${randomBytes(20).toString('hex')}\n`
  })
  const bytes = Buffer.from(`WEBVTT\n\n${lines.join('\n')}`)
  await upload({ client, ledger }, `${bytes.length}.vtt`, 'text/vtt', bytes)
}

type Side = { client: Client; ledger: Ledger }

async function upload({ client, ledger }: Side, filename: string, type: string, bytes: Buffer) {
  const session = await client.post<UploadSession>(`${contentOf(ledger)}/upload-url`, {
    filename,
    content_type: type,
    size_bytes: bytes.length,
  })
  const item: Item = {
    id: session.content_id,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes,
    sent: 'asked',
    confirmed: 'no',
    removed: 'no',
    analyses: new Set(),
    notes: { written: [], acknowledged: 0, isBusy: false },
  }
  ledger.items.push(item)
  const { upload_url, upload_method: method, upload_headers: headers } = session
  const response = await fetch(upload_url, { method, headers, body: new Uint8Array(bytes) })
  const answer = await response.text()
  if (!response.ok) {
    const code = /"code":"(\w+)"/.exec(answer)?.[1] ?? 'unexpected_answer'
    throw new ApiFailure(response.status, code, answer)
  }
  item.sent = 'acknowledged'
  await confirm(item, client, ledger)
}

const confirmOne: Act = async (client, ledger, random) => {
  const item = random.pick(ledger.items.filter((one) => one.sent === 'acknowledged'))
  if (item) await confirm(item, client, ledger)
}

async function confirm(item: Item, client: Client, ledger: Ledger): Promise<void> {
  if (item.sent !== 'acknowledged' || item.removed !== 'no') return
  await ask(item, 'confirmed', () => client.post(`${contentOf(ledger)}/${item.id}/upload-complete`))
}

/** Notes what is known of a request; a full disk means that it changed nothing. */
async function ask<Field extends string>(
  about: Record<Field, Known>,
  field: Field,
  request: () => Promise<unknown>,
): Promise<void> {
  const before = about[field]
  if (before === 'no') about[field] = 'asked'
  try {
    await request()
    about[field] = 'acknowledged'
  } catch (error) {
    // Somebody else may have been answered meanwhile.
    if (isFullDisk(error) && about[field] === 'asked') about[field] = before
    throw error
  }
}

/** Replaces the notes of a recording; one at a time of each, so that the last one is known. */
const note: Act = async (client, ledger, random) => {
  const item = random.pick(ledger.items.filter((one) => isWhole(one) && !one.notes.isBusy))
  if (!item) return
  const text = randomBytes(random.between(10, 5_000)).toString('hex')
  const { notes } = item
  notes.isBusy = true
  notes.written.push(text)
  try {
    await client.put(`${contentOf(ledger)}/${item.id}/notes`, { text, markers: [] })
    notes.acknowledged = notes.written.length
  } catch (error) {
    if (isFullDisk(error)) notes.written.pop()
    throw error
  } finally {
    notes.isBusy = false
  }
}

const analyze: Act = async (client, ledger, random) => {
  const item = random.pick(ledger.items.filter(isWhole))
  if (!item) return
  const { analysis_id } = await client.post<{ analysis_id: string }>(
    `${contentOf(ledger)}/${item.id}/analyze`,
    { prompt_id: ledger.promptId, force_new: random.between(0, 1) === 1 },
  )
  item.analyses.add(analysis_id)
}

const remove: Act = async (client, ledger, random) => {
  const item = random.pick(ledger.items.filter((one) => one.removed === 'no'))
  if (!item) return
  await ask(item, 'removed', () => client.remove(`${contentOf(ledger)}/${item.id}`))
}

const createKey: Act = async (client, ledger) => {
  const { id, key } = await client.post<CreatedKey>('/v1/api-keys', { name: 'Crash test' })
  ledger.keys.push({ id, key, revoked: 'no' })
}

const revokeKey: Act = async (client, ledger, random) => {
  const key = random.pick(ledger.keys.filter((one) => one.revoked === 'no'))
  if (!key) return
  await ask(key, 'revoked', () => client.remove(`/v1/api-keys/${key.id}`))
}

const isWhole = (item: Item) => item.confirmed === 'acknowledged' && item.removed === 'no'

export const act = { announce, importOne, note, createKey }

// Uploads thrice, so that there is always something to work on.
const acts = [
  announce,
  announce,
  announce,
  importOne,
  confirmOne,
  analyze,
  analyze,
  note,
  note,
  remove,
  createKey,
  revokeKey,
]

/** A RIFF header for 16 kHz mono PCM whose length fields say "until the end". */
export const wavHeader = Buffer.from(
  '52494646ffffffff57415645666d74201000000001000100803e0000007d00000200100064617461ffffffff',
  'hex',
)
