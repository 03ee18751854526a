import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMember } from '../../../../service/features/members/members.ts'
import { pruneNotices, recordNotice } from '../../../../service/features/notices/notices.ts'
import type { Notice } from '../../../../service/notify/notify.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { startMailServer, type MailServer } from '../../../support/mail-server.ts'
import { givenOrganization } from '../../../support/organizations.ts'
import { clearPeople, givenMember } from '../../../support/people.ts'

const inDays = 86_400_000
let app: TestApp
let server: MailServer
let told: Notice[] = []

beforeAll(async () => {
  server = await startMailServer()
  await start({ EARSHOT_OWNER_EMAIL: 'sam@example.org' })
})
beforeEach(async () => {
  await clearPeople(app)
  told = []
  server.mails.length = 0
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})

async function start(env: Record<string, string>) {
  const notify = { owner: (notice: Notice) => void told.push(notice) }
  const smtp = { EARSHOT_SMTP_URL: `smtp://127.0.0.1:${server.port}` }
  app = await startTestApp({ notify, env: { ...smtp, ...env } })
}

const notice: Notice = {
  kind: 'webhook_disabled',
  title: 'Webhook to hooks.example.com switched off',
  body: 'Every delivery of the last 5 days failed.',
  link: '/app/#/webhooks/wh_1',
}

async function record(change: Partial<Notice> = {}, fail = false) {
  const { id } = (await app.call('GET', '/v1/org')).body.data
  await app.deps.db.transaction(async (tx) => {
    await recordNotice(app.deps, tx, { organizationId: id, ...notice, ...change })
    if (fail) throw new Error('rolled back')
  })
}

const list = async (query = '') => (await app.call('GET', `/v1/notices${query}`)).body.data
const mark = (id: string, read: boolean) =>
  app.call('PATCH', `/v1/notices/${id}`, { body: { read } })

test('a notice is in the list, told at once, and mailed to the owner with its link', async () => {
  await record()
  await app.idle()
  expect(await list()).toEqual([
    {
      id: expect.stringMatching(/^ntc_/),
      ...notice,
      is_read: false,
      read_at: null,
      created_at: app.clock.now().toISOString(),
    },
  ])
  expect(told).toEqual([notice])
  expect(server.mails).toHaveLength(1)
  const [mail] = server.mails
  expect(mail?.to).toEqual(['sam@example.org'])
  expect(mail?.email.subject).toBe(`Earshot: ${notice.title}`)
  expect(mail?.email.text).toContain(`${app.baseUrl}/app/#/webhooks/wh_1`)
})

test('a notice of another organization is mailed to its own admins', async () => {
  const guest = await givenOrganization(app)
  const { data } = (await guest.app.call('GET', '/v1/members')).body
  await app.deps.db.transaction((tx) =>
    recordNotice(app.deps, tx, { organizationId: guest.organizationId, ...notice }),
  )
  await app.idle()
  expect(await list()).toEqual([])
  expect(server.mails.map(({ to }) => to)).toEqual([[data[0].email]])
})

const readIn = (language: string) =>
  app.call('GET', '/v1/notices', { headers: { 'accept-language': language } })

test('a notice is mailed in the language in which its receiver reads them, until that is another', async () => {
  const mailed: unknown[] = []
  for (const language of ['de', '*', 'en-GB,de;q=0.5']) {
    expect((await readIn(language)).status).toBe(200)
    await record()
    await app.idle()
    const { subject, text, html } = server.mails.at(-1)?.email ?? {}
    mailed.push([subject, text?.split('\n')[2], / href=.*>(.*)<\/a>/.exec(html ?? '')?.[1]])
  }
  const german = [
    'Earshot: Webhook an hooks.example.com ausgeschaltet',
    'In den letzten 5 Tagen schlug jede Zustellung fehl.',
    'In Earshot zeigen',
  ]
  const english = [`Earshot: ${notice.title}`, notice.body, 'Show it in Earshot']
  // A program that reads them says nothing of the person.
  expect(mailed).toEqual([german, german, english])
})

test('a program with a key of the receiver changes nothing about the language', async () => {
  await readIn('de')
  const { key } = (await app.call('POST', '/v1/api-keys', { body: { name: 'CI' } })).body.data
  await app.call('GET', '/v1/notices', { key, headers: { 'accept-language': 'en' } })
  await record()
  await app.idle()
  await readIn('en')
  expect(server.mails.at(-1)?.email.subject).toContain('Webhook an')
})

test('of several admins each gets a mail, in the own language', async () => {
  const guest = await givenOrganization(app)
  const { organizationId } = guest
  await app.deps.db.transaction(async (tx) => {
    const more = { organization_id: organizationId, name: null, invitation_id: null }
    const max = { ...more, email: 'max@example.org', role: 'admin' as const }
    const { id } = await addMember(app.deps, tx, max)
    await tx.updateTable('members').set({ language: 'de' }).where('id', '=', id).execute()
    await recordNotice(app.deps, tx, { organizationId, ...notice })
  })
  await app.idle()
  const mails = server.mails.map(({ to, email }) => [...to, email.subject].join(' '))
  expect(mails.toSorted()).toEqual([
    expect.stringMatching(/^admin-.*@example.org Earshot: Webhook to/),
    expect.stringMatching(/^max@example.org Earshot: Webhook an/),
  ])
})

test('what is rolled back was never told, stored or mailed', async () => {
  await expect(record({}, true)).rejects.toThrow('rolled back')
  await app.idle()
  expect([await list(), told, server.mails]).toEqual([[], [], []])
})

test('notices are ticked off one by one and all together', async () => {
  for (const title of ['One', 'Two', 'Three']) {
    app.clock.advance(1_000)
    await record({ title })
  }
  const [, two] = await list()
  const { status, body } = await mark(two.id, true)
  const readAt = app.clock.now().toISOString()
  expect([status, body.data]).toEqual([200, { ...two, is_read: true, read_at: readAt }])
  const titles = async (query: string) =>
    (await list(query)).map(({ title }: { title: string }) => title)
  expect(await titles('?unread=true')).toEqual(['Three', 'One'])
  expect(await titles('?unread=false')).toEqual(['Two'])
  app.clock.advance(1_000)
  expect((await mark(two.id, true)).body.data.read_at).toBe(readAt)
  expect((await mark(two.id, false)).body.data).toMatchObject({ is_read: false, read_at: null })
  const all = await app.call('POST', '/v1/notices/read-all')
  expect(all.body.data).toEqual({ read_count: 3 })
  expect(await titles('?unread=true')).toEqual([])
  expect((await app.call('POST', '/v1/notices/read-all')).body.data).toEqual({ read_count: 0 })
})

test('the list comes in pages', async () => {
  for (const title of ['One', 'Two', 'Three']) {
    app.clock.advance(1_000)
    await record({ title })
  }
  const first = await app.call('GET', '/v1/notices?limit=2&unread=true')
  const cursor = encodeURIComponent(first.body.pagination.next_cursor)
  const second = await list(`?limit=2&unread=true&cursor=${cursor}`)
  expect(second.map(({ title }: { title: string }) => title)).toEqual(['One'])
  const other = await app.call('GET', `/v1/notices?limit=2&cursor=${cursor}`)
  expect(other.status).toBe(400)
})

test('notices are for admins, and unknown ones are 404', async () => {
  const { key } = await givenMember(app)
  await record()
  const [{ id }] = await list()
  const answers = await Promise.all([
    app.call('GET', '/v1/notices', { key }),
    app.call('PATCH', `/v1/notices/${id}`, { key, body: { read: true } }),
    app.call('POST', '/v1/notices/read-all', { key }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  expect((await mark('ntc_0', true)).status).toBe(404)
  expect((await app.call('PATCH', `/v1/notices/${id}`, { body: {} })).status).toBe(400)
})

test('notices are gone after 90 days', async () => {
  await record()
  const inFuture = (ms: number) => ({ ...app.clock, now: () => new Date(+app.clock.now() + ms) })
  await pruneNotices({ ...app.deps, clock: inFuture(90 * inDays) })
  expect(await list()).toHaveLength(1)
  await pruneNotices({ ...app.deps, clock: inFuture(90 * inDays + 1) })
  expect(await list()).toEqual([])
})

test('an owner without an address gets no mail, but is told', async () => {
  // The mails of the tests before are on their way still.
  await app.idle()
  await app.stop()
  server.mails.length = 0
  await start({})
  await record()
  await app.idle()
  expect([told.length, server.mails.length]).toEqual([1, 0])
})
