import { execFile, execFileSync } from 'node:child_process'
import { createHmac, randomInt } from 'node:crypto'
import path from 'node:path'
import { object, record, sample, string } from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../../service/core/ids.ts'
import { newWebhookSecret, signedHeaders } from '../../../../service/features/webhooks/sign.ts'
import { closeDatabase, givenWebhook, openStage } from './stage.ts'

type Message = { secret: string; headers: Record<string, string>; body: Buffer }
type Verdict = (messages: Message[]) => Promise<boolean[]>

const messageCount = 1_000
const mutationCount = 3_000
const deliveredCount = 60

const python = process.env['EARSHOT_PYTHON'] ?? 'python3'
const hasPython = canRun(python)
if (!hasPython) {
  process.stderr.write(
    'SKIPPED: the Python verifier. EARSHOT_PYTHON names a python3 that has standardwebhooks.\n',
  )
}

function canRun(command: string): boolean {
  try {
    execFileSync(command, ['-c', 'import standardwebhooks'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const byJavaScript: Verdict = async (messages) =>
  messages.map(({ secret, headers, body }) => {
    try {
      new Webhook(secret).verify(body, headers, { jsonParse: false })
      return true
    } catch {
      return false
    }
  })

const byPython: Verdict = (messages) =>
  new Promise((resolve, reject) => {
    const script = path.join(import.meta.dirname, 'verify.py')
    const limit = { maxBuffer: 16_777_216 }
    const child = execFile(python, [script], limit, (error, output) => {
      if (error) reject(error)
      else
        resolve(
          output
            .trimEnd()
            .split('\n')
            .map((line) => line === 'accepted'),
        )
    })
    for (const message of messages) {
      child.stdin?.write(
        `${JSON.stringify({ ...message, body: message.body.toString('base64') })}\n`,
      )
    }
    child.stdin?.end()
  })

/** The specification of Standard Webhooks, written out: what neither library has a hand in. */
const byHand: Verdict = async (messages) =>
  messages.map(({ secret, headers, body }) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`
    const mac = createHmac('sha256', key).update(text).update(body).digest('base64')
    return (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${mac}`)
  })

const verifiers = [
  { name: 'the JavaScript library', verdict: byJavaScript, isHere: true },
  { name: 'the Python library', verdict: byPython, isHere: hasPython },
  { name: 'the algorithm by hand', verdict: byHand, isHere: true },
]

const payload = record({
  data: object({ maxDepth: 3 }),
  text: string({ unit: 'binary', maxLength: 6_000 }),
  name: string({ unit: 'grapheme', maxLength: 255 }),
})

const messages: Message[] = sample(payload, { numRuns: messageCount, seed: 20_261_121 }).map(
  (value, index) => {
    const secret = newWebhookSecret()
    // Every fifth as within a day of a rotation: two signatures, of which either may be known.
    const secrets = index % 5 === 0 ? [newWebhookSecret(), secret] : [secret]
    const body = JSON.stringify(value)
    const headers = signedHeaders(secrets, { eventId: newId('evt'), body }, new Date())
    return { secret, headers, body: Buffer.from(body) }
  },
)

function flipBit(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  const at = randomInt(changed.length)
  changed.writeUInt8(changed.readUInt8(at) ^ (1 << randomInt(8)), at)
  return changed
}

/** Another letter or digit in the place of one; the prefix stays. */
function changeCharacter(text: string, from: number): string {
  const at = randomInt(from, text.length)
  const other = String.fromCharCode(text.charCodeAt(at) ^ 1)
  return text.slice(0, at) + other + text.slice(at + 1)
}

const flipBase64 = (text: string) => flipBit(Buffer.from(text, 'base64')).toString('base64')

const flipSignature = (signatures: string) =>
  signatures.replace(/,(\S+)/g, (_match, signature: string) => `,${flipBase64(signature)}`)

const mutations: ((message: Message) => Message)[] = [
  (message) => ({ ...message, body: flipBit(message.body) }),
  (message) => withHeader(message, 'webhook-id', (id) => changeCharacter(id, 'evt_'.length)),
  (message) => withHeader(message, 'webhook-timestamp', (time) => changeCharacter(time, 0)),
  (message) => withHeader(message, 'webhook-signature', flipSignature),
  (message) => ({ ...message, secret: `whsec_${flipBase64(message.secret.slice(6))}` }),
]

const withHeader = (message: Message, name: string, change: (value: string) => string): Message => {
  const headers = { ...message.headers, [name]: change(message.headers[name] ?? '') }
  return { ...message, headers }
}

const mutated: Message[] = Array.from({ length: mutationCount }, (_, index) => {
  const message = messages[index % messageCount]
  // One further each round, so that each message meets several of them.
  const mutate = mutations[(index + Math.floor(index / messageCount)) % mutations.length]
  if (!message || !mutate) throw new Error('Both lists are long enough.')
  return mutate(message)
})

/** What arrived over HTTPS from our outboxWorker, of events with random data. */
let delivered: Message[] = []
beforeAll(async () => {
  const stage = await openStage({ deadlineMs: 20_000 })
  const { id, secret } = await givenWebhook(stage, '/verified')
  // PostgreSQL stores no NUL; whatever comes in with one is refused at the door (http/text.ts).
  const values = JSON.stringify(sample(payload, { numRuns: deliveredCount, seed: 7 }))
  for (const data of JSON.parse(values.replaceAll('\\u0000', '?'))) {
    await stage.emit('content.created', null, data)
  }
  await stage.idle()
  const rotated = await stage.call('POST', `/v1/webhooks/${id}/rotate-secret`)
  await stage.emit('content.created')
  await stage.idle()
  delivered = stage.receiver.requests.map(({ headers, body }) => ({ secret, headers, body }))
  const last = delivered.at(-1)
  if (last) delivered.push({ ...last, secret: rotated.body.data.secret })
  await stage.stop()
})
afterAll(closeDatabase)

describe.each(verifiers)('$name', ({ verdict, isHere }) => {
  const here = test.skipIf(!isHere)
  here(`accepts ${messageCount} random payloads that we signed`, async () => {
    const verdicts = await verdict(messages)
    expect(verdicts).toHaveLength(messageCount)
    expect(verdicts.filter((isAccepted) => !isAccepted)).toEqual([])
  })

  here(`refuses ${mutationCount} of them with one change`, async () => {
    const verdicts = await verdict(mutated)
    expect(verdicts).toHaveLength(mutationCount)
    expect(verdicts.flatMap((isAccepted, index) => (isAccepted ? [mutated[index]] : []))).toEqual(
      [],
    )
  })

  here('accepts what arrives over HTTPS, with the old secret and the new', async () => {
    expect(delivered).toHaveLength(deliveredCount + 2)
    expect(await verdict(delivered)).toEqual(delivered.map(() => true))
  })
})
