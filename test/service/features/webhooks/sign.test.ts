import { assert, nat, object, property, string } from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { seal } from '../../../../service/core/secrets.ts'
import { newId } from '../../../../service/core/ids.ts'
import {
  createSecretReader,
  newWebhookSecret,
  signedHeaders,
  validSecrets,
} from '../../../../service/features/webhooks/sign.ts'

const flip = (text: string, place: number): string => {
  const bytes = Buffer.from(text)
  const at = place % bytes.length
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  return bytes.toString('latin1')
}

test('200 random payloads verify with the reference library; one changed bit does not', () => {
  assert(
    property(
      object({ maxDepth: 2 }),
      string({ unit: 'binary', maxLength: 20_000 }),
      nat(),
      (data, text, place) => {
        const secret = newWebhookSecret()
        const eventId = newId('evt')
        const body = JSON.stringify({ data, text })
        const headers = signedHeaders([secret], { eventId, body }, new Date())
        const verifier = new Webhook(secret)
        verifier.verify(Buffer.from(body), headers)
        // latin1 keeps the changed byte a byte; the unchanged text verified above.
        const plain = JSON.stringify({ text: 'plain' })
        const signed = signedHeaders([secret], { eventId, body: plain }, new Date())
        const changed = [
          [flip(plain, place), signed],
          [plain, { ...signed, 'webhook-id': flip(eventId, place) }],
          [
            plain,
            { ...signed, 'webhook-timestamp': String(Number(signed['webhook-timestamp']) ^ 1) },
          ],
        ] as const
        for (const [payload, change] of changed) {
          expect(() =>
            verifier.verify(payload, change as Record<string, string>, { jsonParse: false }),
          ).toThrow('No matching signature')
        }
        expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow()
      },
    ),
    { numRuns: 200 },
  )
})

test('ids hold no dot, so that no two messages have the same signed text', () => {
  for (let count = 0; count < 100; count++) expect(newId('evt')).not.toContain('.')
})

test('secrets are 32 random bytes', () => {
  const secrets = Array.from({ length: 50 }, newWebhookSecret)
  expect(new Set(secrets).size).toBe(50)
  for (const secret of secrets) {
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
  }
})

test('the old secret signs up to its last moment and no longer', () => {
  const key = Buffer.alloc(32, 1)
  const read = createSecretReader(key)
  const expiresAt = new Date('2026-11-22T09:00:00.000Z')
  const row = {
    secret_sealed: seal(key, 'whsec_new'),
    previous_secret_sealed: seal(key, 'whsec_old'),
    previous_secret_expires_at: expiresAt,
  }
  expect(validSecrets(read, row, expiresAt)).toEqual(['whsec_new', 'whsec_old'])
  expect(validSecrets(read, row, new Date(expiresAt.getTime() + 1))).toEqual(['whsec_new'])
})
