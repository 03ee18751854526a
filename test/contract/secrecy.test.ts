import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newAddress } from './support/people.ts'
import { openSuite } from './support/suite.ts'
import { openUpload } from './support/uploads.ts'

const { call, make, givenKey, givenProject, world } = openSuite('secrecy')
const here = test.skipIf(!world.own)

/** Every file below a folder that holds one of these texts. */
async function findIn(folder: string, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((file) => file.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    const bytes = await readFile(file).catch(() => Buffer.alloc(0)) // gone meanwhile
    for (const [index, text] of texts.entries()) {
      if (bytes.includes(text)) found.push(`${path.relative(folder, file)} holds secret ${index}`)
    }
  }
  return found
}

here('no key, webhook secret, link or upload address is on disk or in the log', async () => {
  const { own } = world
  if (!own) return
  const project = await givenProject()
  const { key: secretKey } = await givenKey()
  const limits = { key_type: 'publishable', project_ids: [project.id] }
  const { key: publishable } = await givenKey(limits)
  const hook = { url: 'https://93.184.215.14/', events: ['webhook.test'] }
  const { id, secret } = await make('/v1/webhooks', hook)
  const { secret: rotated } = await make(`/v1/webhooks/${id}/rotate-secret`)
  const { accept_url: link } = await make('/v1/invitations', { email: newAddress() })
  const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 }
  const { session } = await openUpload(call, project.id, file)
  const once = { 'idempotency-key': `secrecy-${Date.now()}` }
  const replayed = await call('POST', '/v1/api-keys', { body: { name: 'x' }, headers: once })
  // Used, so that whatever logs a request has had its chance.
  for (const key of [secretKey, publishable, replayed.body.data.key]) {
    await call('GET', '/v1/org', { key })
    await call('GET', '/v1/org', { key: `${key}x` })
  }
  const issued = [secretKey, publishable, secret, rotated, replayed.body.data.key]
  const signed = [link, session.upload_url].map((url: string) => url.split('/').at(-1) ?? '')
  const bare = [secret, rotated].map((text: string) => text.slice('whsec_'.length))
  const texts = [...issued, ...signed, ...bare]
  expect(await findIn(own.dataDir, texts)).toEqual([])
  const log = await readFile(own.logFile, 'utf8')
  expect(log.length).toBeGreaterThan(1_000)
  for (const text of [...texts, world.key]) expect(log.includes(text)).toBe(false)
})

here('a secret is stored nowhere in its decoded form either', async () => {
  const { own } = world
  if (!own) return
  const hook = { url: 'https://93.184.215.14/', events: ['webhook.test'] }
  const { secret } = await make('/v1/webhooks', hook)
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
  expect(await findIn(own.dataDir, [bytes.toString('hex')])).toEqual([])
})

test('no answer but the one that makes it shows a secret', async () => {
  const { key } = await givenKey()
  const hook = { url: 'https://93.184.215.14/', events: ['webhook.test'] }
  const { id, secret } = await make('/v1/webhooks', hook)
  const paths = ['/v1/api-keys?limit=100', '/v1/webhooks', `/v1/webhooks/${id}`, '/v1/org']
  for (const address of paths) {
    const text = JSON.stringify((await call('GET', address)).body)
    expect(text.includes(key) || text.includes(secret)).toBe(false)
  }
})
