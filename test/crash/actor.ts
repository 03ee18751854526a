import { createHash, randomBytes } from 'node:crypto'
import {
  ApiFailure,
  type Client,
  type CreatedKey,
  type UploadSession,
} from '../support/path-client.ts'
import type { Item, Ledger, Random } from './ledger.ts'

type Act = (client: Client, ledger: Ledger, random: Random) => Promise<void>

/**
 * Does one random thing after the other until the service is gone. A refusal is an answer; any
 * other failure means that nobody knows what became of the request, and ends the actor.
 */
export async function actUntilGone(client: Client, ledger: Ledger, random: Random): Promise<void> {
  for (;;) {
    const next = random.pick(acts)
    if (!next) return
    try {
      await next(client, ledger, random)
    } catch (error) {
      if (error instanceof ApiFailure && error.status < 500) continue
      return
    }
  }
}

const contentOf = ({ projectId }: Ledger) => `/v1/projects/${projectId}/content`

const announce: Act = async (client, ledger, random) => {
  const bytes = Buffer.concat([wavHeader, randomBytes(random.between(1_000, 60_000))])
  const session = await client.post<UploadSession>(`${contentOf(ledger)}/upload-url`, {
    filename: `${bytes.length}.wav`,
    content_type: 'audio/wav',
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
  }
  ledger.items.push(item)
  const { upload_url, upload_method: method, upload_headers: headers } = session
  const response = await fetch(upload_url, { method, headers, body: new Uint8Array(bytes) })
  await response.text()
  if (response.ok) item.sent = 'acknowledged'
  await confirm(item, client, ledger)
}

const confirmOne: Act = async (client, ledger, random) => {
  const item = random.pick(ledger.items.filter((one) => one.sent === 'acknowledged'))
  if (item) await confirm(item, client, ledger)
}

async function confirm(item: Item, client: Client, ledger: Ledger): Promise<void> {
  if (item.sent !== 'acknowledged' || item.removed !== 'no') return
  if (item.confirmed === 'no') item.confirmed = 'asked'
  await client.post(`${contentOf(ledger)}/${item.id}/upload-complete`)
  item.confirmed = 'acknowledged'
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
  item.removed = 'asked'
  await client.remove(`${contentOf(ledger)}/${item.id}`)
  item.removed = 'acknowledged'
}

const createKey: Act = async (client, ledger) => {
  const { id, key } = await client.post<CreatedKey>('/v1/api-keys', { name: 'Crash test' })
  ledger.keys.push({ id, key, revoked: 'no' })
}

const revokeKey: Act = async (client, ledger, random) => {
  const key = random.pick(ledger.keys.filter((one) => one.revoked === 'no'))
  if (!key) return
  key.revoked = 'asked'
  await client.remove(`/v1/api-keys/${key.id}`)
  key.revoked = 'acknowledged'
}

const isWhole = (item: Item) => item.confirmed === 'acknowledged' && item.removed === 'no'

export const act = { announce, confirmOne, analyze, remove, createKey, revokeKey }

// Uploads thrice, so that there is always something to work on.
const acts = [
  announce,
  announce,
  announce,
  confirmOne,
  analyze,
  analyze,
  remove,
  createKey,
  revokeKey,
]

/** A RIFF header for 16 kHz mono PCM whose length fields say "until the end". */
const wavHeader = Buffer.from(
  '52494646ffffffff57415645666d74201000000001000100803e0000007d00000200100064617461ffffffff',
  'hex',
)
