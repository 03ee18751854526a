import { afterEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { mailAuthority, startMailServer, type MailServer } from '../../../support/mail-server.ts'
import { accept, givenInvitation, givenMember, tokenOf } from '../../../support/people.ts'

const inMinutes = 60_000
const owner = 'sam@example.org'
let app: TestApp
let server: MailServer
afterEach(async () => {
  await app.stop()
  await server.stop()
})

async function start(
  options: Parameters<typeof startMailServer>[0] = {},
  { scheme = 'smtp', credentials = '', ...env }: Record<string, string> = {},
) {
  server = await startMailServer(options)
  app = await startTestApp({
    mailAuthorities: [await mailAuthority()],
    env: {
      EARSHOT_SMTP_URL: `${scheme}://${credentials}127.0.0.1:${server.port}`,
      EARSHOT_MAIL_FROM: 'Earshot <earshot@example.com>',
      EARSHOT_OWNER_EMAIL: owner,
      EARSHOT_OWNER_NAME: 'Sam Roe',
      ...env,
    },
  })
}

const linkIn = (mail: MailServer['mails'][number] | undefined) =>
  /https?:\/\/\S+\/app\/#\/accept\/\w+/.exec(mail?.email.text ?? '')?.[0] ?? ''
const notices = async () => (await app.call('GET', '/v1/notices')).body.data
const jobs = () => app.deps.db.sql.selectFrom('jobs').selectAll().execute()

test('the mailed link is the one that accepts, and the mail says who invites to what', async () => {
  const credentials = 'earshot:secret@'
  const login = { user: 'earshot', pass: 'secret' }
  await start({ tls: 'always', login }, { scheme: 'smtps', credentials })
  const { accept_url: url, delivery } = await givenInvitation(app, { email: 'Ann@Example.org' })
  expect(delivery).toBe('email')
  await app.idle()
  expect(server.mails).toHaveLength(1)
  const [mail] = server.mails
  expect(mail).toMatchObject({ to: ['Ann@example.org'], isEncrypted: true, user: 'earshot' })
  expect(mail?.email.from).toMatchObject({ name: 'Earshot', address: 'earshot@example.com' })
  expect(mail?.email.subject).toBe('Sam Roe invites you to My organization in Earshot')
  expect(linkIn(mail)).toBe(url)
  expect(mail?.email.html).toContain(`href="${String(url)}"`)
  expect(mail?.email.text).toContain('2026-11-28')
  expect((await accept(app, tokenOf(linkIn(mail)))).status).toBe(201)
  await app.idle()
  expect(await jobs()).toEqual([])
})

test('an invitation is in the language of who invites', async () => {
  await start()
  const { status } = await app.call('POST', '/v1/invitations', {
    body: { email: 'ann@example.org', role: 'admin' },
    headers: { 'accept-language': 'de' },
  })
  expect(status).toBe(201)
  await app.idle()
  const [mail] = server.mails
  expect(mail?.email.subject).toBe('Sam Roe lädt Sie zu My organization in Earshot ein')
  expect(mail?.email.text).toContain('lädt Sie als Admin zu „My organization“')
})

test('a waiting job does not hold the token in clear', async () => {
  await start()
  server.refuse(451)
  const { token } = await givenInvitation(app)
  await app.idle()
  const waiting = await jobs()
  expect(waiting).toHaveLength(1)
  expect(JSON.stringify(waiting)).not.toContain(token)
})

test('names cannot write into the header or the HTML of a mail', async () => {
  await start({}, { EARSHOT_OWNER_NAME: 'Sam\r\nBcc: eve@example.org <script>' })
  await givenInvitation(app)
  await app.idle()
  const [mail] = server.mails
  expect(mail?.to).toEqual(['ann@example.org'])
  expect(mail?.email.bcc).toBeUndefined()
  expect(mail?.email.html).not.toContain('<script>')
  expect(mail?.email.html).toContain('&lt;script&gt;')
})

test('a busy server is asked again later; the invitation works meanwhile', async () => {
  await start()
  server.refuse(451)
  const { token } = await givenInvitation(app)
  await app.idle()
  expect(server.refused).toHaveLength(1)
  server.refuse(null)
  await app.idle()
  expect(server.mails).toEqual([])
  app.clock.advance(inMinutes)
  await app.idle()
  expect(server.mails).toHaveLength(1)
  expect(await notices()).toEqual([])
  expect((await accept(app, token)).status).toBe(201)
})

test('a refusal is told to the owner, and the link in the answer still accepts', async () => {
  await start()
  server.refuse(550)
  const { token } = await givenInvitation(app)
  await app.idle()
  expect(server.refused).toEqual(['ann@example.org', owner])
  const [notice] = await notices()
  expect(notice).toMatchObject({
    kind: 'invitation_not_sent',
    title: 'The invitation to ann@example.org was not mailed',
    link: '/app/#/members',
  })
  expect(JSON.stringify(notice)).not.toContain(token)
  expect((await accept(app, token)).status).toBe(201)
})

test('a server that stays away for hours is given up and told to the owner', async () => {
  await start()
  server.refuse(421)
  await givenInvitation(app)
  for (const minutes of [0, 1, 5, 30, 120]) {
    app.clock.advance(minutes * inMinutes)
    await app.idle()
    expect(await notices()).toEqual([])
  }
  app.clock.advance(360 * inMinutes)
  await app.idle()
  // The notice of it is mailed too, to the owner, and refused as well.
  expect(server.refused).toEqual([...Array.from({ length: 6 }, () => 'ann@example.org'), owner])
  expect(await notices()).toMatchObject([{ kind: 'invitation_not_sent' }])
})

test('what was revoked, resent or accepted meanwhile is not mailed with a dead link', async () => {
  await start()
  server.refuse(451)
  const revoked = await givenInvitation(app, { email: 'a@example.org' })
  const resent = await givenInvitation(app, { email: 'b@example.org' })
  const accepted = await givenInvitation(app, { email: 'c@example.org' })
  await app.idle()
  await app.call('DELETE', `/v1/invitations/${revoked.id}`)
  await accept(app, accepted.token)
  app.clock.advance(inMinutes)
  server.refuse(null)
  const again = await app.call('POST', `/v1/invitations/${resent.id}/resend`)
  await app.idle()
  expect(server.mails.map(({ to }) => to)).toEqual([['b@example.org']])
  expect(linkIn(server.mails[0])).toBe(again.body.data.accept_url)
  expect(await notices()).toEqual([])
})

test('mail from a member names that member', async () => {
  await start()
  const { key } = await givenMember(app, { email: 'ann@example.org', role: 'admin' })
  await app.call('POST', '/v1/invitations', { key, body: { email: 'bob@example.org' } })
  await app.idle()
  expect(server.mails.at(-1)?.email.subject).toContain('ann@example.org invites you')
})
