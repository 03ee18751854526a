import { expect, test } from 'vitest'
import type { TestApp } from '../../../support/app.ts'
import { isOnServer } from '../../../support/database.ts'
import type { MailServer } from '../../../support/mail-server.ts'
import { givenInvitation, givenMember } from '../../../support/people.ts'
import { publicOrigin, type PublicBrowser } from '../../../support/public-browser.ts'
import { ask, codeOf, minutes, use, useSignInStage, type SignInStage } from './stage.ts'

const days = 86_400_000

let app: TestApp
let server: MailServer
let open: SignInStage['open']
let signIn: SignInStage['signIn']
let mailedToken: SignInStage['mailedToken']
useSignInStage((stage) => {
  ;({ app, server, open, signIn, mailedToken } = stage)
})

test('the page learns how members sign in at the public address, and on the machine that they need not', async () => {
  const nobody = { email: false, openid: null }
  expect((await open().call('GET', '/v1/sign-in')).body.data).toEqual({ ...nobody, email: true })
  expect((await app.call('GET', '/v1/sign-in', { key: null })).body.data).toEqual(nobody)
  const asked = await app.call('POST', '/v1/sign-in/links', {
    key: null,
    body: { email: 'sam@example.org' },
  })
  expect(codeOf(asked)).toEqual([404, 'not_found'])
})

test('a member signs in with the mailed link, and the session has the member’s rights', async () => {
  const { memberId } = await givenMember(app, { email: 'Ann@Example.org', name: 'Ann Lee' })
  const browser = open()
  const asked = await ask(browser, 'ann@example.ORG')
  expect([asked.status, asked.body.data]).toEqual([202, { valid_minutes: 15 }])
  const token = await mailedToken()
  const mailed = server.mails.find(({ email }) => email.subject === 'Sign in to Earshot')
  expect(mailed?.to).toEqual(['ann@example.org'])
  expect(mailed?.email.text).toContain(`${publicOrigin}/app/#/sign-in/${token}`)
  const used = await use(browser, token)
  expect(used.status).toBe(201)
  const [cookie] = used.headers.getSetCookie().filter((line) => line.includes('earshot-session'))
  expect(cookie).toMatch(
    /^__Host-earshot-session=\w{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const me = (await browser.call('GET', '/v1/me')).body.data
  expect(me).toMatchObject({
    member: { id: memberId, email: 'Ann@Example.org', role: 'member' },
    organizations: [{ name: 'My organization' }],
    operates_installation: true,
    has_own_library: !isOnServer,
    session: { method: 'email', user_agent: 'Test browser', is_current: true },
    csrf_token: used.body.data.csrf_token,
  })
  const made = await browser.call('POST', '/v1/projects', { body: { name: 'Calls' } })
  expect(made.status).toBe(201)
  const denied = await browser.call('PATCH', '/v1/org', { body: { name: 'Mine' } })
  expect(codeOf(denied)).toEqual([403, 'insufficient_permissions'])
})

test('the mail is in the language of who asks for it', async () => {
  await givenMember(app, { email: 'ann@example.org' })
  const asked = await open().call('POST', '/v1/sign-in/links', {
    body: { email: 'ann@example.org' },
    headers: { 'accept-language': 'fr;q=0.9, de-AT, en;q=0.5' },
  })
  expect(asked.status).toBe(202)
  await app.idle()
  expect(server.mails.map(({ email }) => email.subject)).toContain('Bei Earshot anmelden')
})

test('only hashes are stored', async () => {
  const browser = await signIn('sam@example.org')
  const token = await mailedToken()
  const { sql } = app.deps.db
  const tables = ['sign_in_links', 'sessions', 'jobs', 'events', 'audit_log'] as const
  const rows = await Promise.all(tables.map((name) => sql.selectFrom(name).selectAll().execute()))
  const text = JSON.stringify(rows)
  expect(token).toHaveLength(43)
  for (const secret of [token, ...browser.cookies.values()]) expect(text).not.toContain(secret)
})

test('strangers are answered the same, get no mail and cannot come in', async () => {
  const browser = open()
  const known = await ask(open(), 'sam@example.org')
  const unknown = await ask(browser, 'nobody@example.org')
  expect([unknown.status, unknown.body.data]).toEqual([known.status, known.body.data])
  const names = ({ headers }: typeof known) => [...headers.keys()].toSorted()
  expect(names(unknown)).toEqual(names(known))
  await app.idle()
  expect(server.mails.map(({ to }) => to)).toEqual([['sam@example.org']])
})

test('somebody who is invited becomes a member by signing in', async () => {
  const { id } = await givenInvitation(app, { email: 'ann@example.org', role: 'admin' })
  await app.idle()
  const browser = await signIn('Ann@example.org')
  const { member } = (await browser.call('GET', '/v1/me')).body.data
  expect(member).toMatchObject({ email: 'ann@example.org', role: 'admin', invitation_id: id })
})

test('a link works in the browser that asked for it alone, and opening the page uses nothing up', async () => {
  const browser = open()
  await ask(browser, 'sam@example.org')
  const token = await mailedToken()
  const scanner = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  await open().call('GET', '/app/', { headers: { ...scanner, 'sec-fetch-dest': 'document' } })
  expect(codeOf(await use(open(), token))).toEqual([403, 'sign_in_link_invalid'])
  expect((await use(browser, token)).status).toBe(201)
})

test('an address gets three mails in 15 minutes, and a client 30 tries in a minute', async () => {
  for (const _ of [1, 2, 3, 4]) expect((await ask(open(), 'sam@example.org')).status).toBe(202)
  await app.idle()
  expect(server.mails).toHaveLength(3)
  // Somebody elsewhere who asks for this address shuts nobody out.
  await app.deps.db.sql.updateTable('sign_in_links').set({ client: '203.0.113.1' }).execute()
  await ask(open(), 'sam@example.org')
  await app.idle()
  expect(server.mails).toHaveLength(4)
  app.clock.advance(minutes)
  // Nobody's word is taken for where a request comes from, unless the proxy is one to trust.
  const tries = await Promise.all(
    Array.from({ length: 31 }, (_, index) =>
      open().call('POST', '/v1/sign-in/links/use', {
        body: { token: 'x'.repeat(43) },
        headers: { 'x-forwarded-for': `10.0.0.${index}` },
      }),
    ),
  )
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(1)
  // What the page asks before anybody tries is not counted.
  expect((await open().call('GET', '/v1/sign-in')).status).toBe(200)
})

test('strangers who ask for links keep no member out of a browser in which the member has signed in', async () => {
  const browser = await signIn('sam@example.org')
  app.clock.advance(60 * minutes)
  const { sql } = app.deps.db
  const link = await sql.selectFrom('sign_in_links').selectAll().executeTakeFirstOrThrow()
  const now = app.clock.now()
  const made = Array.from({ length: 10 }, (_, index) => ({
    ...link,
    ...{ token_hash: `t${index}`, client: `203.0.113.${index}`, created_at: now },
  }))
  await sql.insertInto('sign_in_links').values(made).execute()
  server.mails.length = 0
  await ask(open(), 'sam@example.org')
  await app.idle()
  expect(server.mails).toHaveLength(0)
  await signIn('sam@example.org', browser)
  expect(server.mails).toHaveLength(1)
})

test('a write needs the token of the page, its Origin and its site', async () => {
  const browser = await signIn('sam@example.org')
  const write = (headers: Record<string, string | null>) =>
    browser.call('POST', '/v1/projects', { body: { name: 'Calls' }, headers })
  for (const wrong of [
    { 'earshot-csrf': null },
    { 'earshot-csrf': 'x' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { host: 'evil.example' },
  ]) {
    expect(codeOf(await write(wrong)), JSON.stringify(wrong)).toEqual([403, 'origin_not_allowed'])
  }
  const other = await signIn('sam@example.org')
  const borrowed = { 'earshot-csrf': other.csrfToken }
  expect(codeOf(await write(borrowed))).toEqual([403, 'origin_not_allowed'])
  expect((await write({})).status).toBe(201)
})

test('each listener knows its own names, and the key of this machine works here alone', async () => {
  const key = { authorization: `Bearer ${app.sessionToken}` }
  const browser = open()
  expect(codeOf(await browser.call('GET', '/v1/org', { headers: key }))).toEqual([
    401,
    'authentication_required',
  ])
  const loopback = { host: new URL(app.baseUrl).host, ...key }
  expect((await browser.call('GET', '/v1/org', { headers: loopback })).status).toBe(403)
  const proof = `/session-proof?nonce=${'x'.repeat(43)}`
  expect((await browser.call('GET', proof)).status).toBe(403)
  const signedIn = await signIn('sam@example.org')
  const cookie = `__Host-earshot-session=${signedIn.cookies.get('__Host-earshot-session')}`
  expect((await app.call('GET', '/v1/org', { key: null, headers: { cookie } })).status).toBe(401)
  const ann = await givenMember(app, { email: 'ann@example.org' })
  const program = { authorization: `Bearer ${ann.key}`, 'sec-fetch-site': null }
  expect((await open().call('GET', '/v1/org', { headers: program })).status).toBe(200)
})

test('a session ends after seven days without use, and after thirty in any case', async () => {
  const idle = await signIn('sam@example.org')
  app.clock.jump(7 * days)
  expect((await idle.call('GET', '/v1/me')).status).toBe(401)
  const busy = await signIn('sam@example.org')
  for (let used = 0; used < 4; used += 1) {
    app.clock.jump(7 * days - 1)
    expect((await busy.call('GET', '/v1/me')).status).toBe(200)
  }
  app.clock.jump(2 * days + 4)
  expect((await busy.call('GET', '/v1/me')).status).toBe(401)
})

test('a member sees and ends the own sessions, and those of nobody else', async () => {
  await givenMember(app, { email: 'ann@example.org' })
  const [desk, phone] = [await signIn('ann@example.org'), await signIn('ann@example.org')]
  const owner = await signIn('sam@example.org')
  const sessions = (await desk.call('GET', '/v1/sessions')).body.data
  expect(sessions.map((one: { is_current: boolean }) => one.is_current)).toEqual([false, true])
  const end = (browser: PublicBrowser, id: string) => browser.call('DELETE', `/v1/sessions/${id}`)
  expect((await end(owner, sessions[0].id)).status).toBe(404)
  expect((await end(desk, sessions[0].id)).status).toBe(200)
  expect((await phone.call('GET', '/v1/me')).status).toBe(401)
  const left = await end(desk, sessions[1].id)
  expect(left.headers.getSetCookie()[0]).toMatch(/^__Host-earshot-session=; Max-Age=0/)
  expect((await desk.call('GET', '/v1/me')).status).toBe(401)
})

test('another role and a removal end the sessions of a member', async () => {
  const { memberId } = await givenMember(app, { email: 'ann@example.org' })
  const before = await signIn('ann@example.org')
  await app.call('PATCH', `/v1/members/${memberId}`, { body: { role: 'admin' } })
  expect((await before.call('GET', '/v1/me')).status).toBe(401)
  const after = await signIn('ann@example.org')
  expect((await after.call('PATCH', '/v1/org', { body: { name: 'Ours' } })).status).toBe(200)
  await app.call('DELETE', `/v1/members/${memberId}`)
  expect((await after.call('GET', '/v1/me')).status).toBe(401)
  await app.call('PATCH', '/v1/org', { body: { name: 'My organization' } })
})

test('accepting an invitation at the public address leads into a session, which no key comes with', async () => {
  const { token } = await givenInvitation(app, { email: 'ann@example.org' })
  const browser = open()
  const { status, body } = await browser.call('POST', '/v1/invitations/accept', { body: { token } })
  expect([status, body.data.key]).toEqual([201, null])
  const me = (await browser.call('GET', '/v1/me')).body.data
  expect(me).toMatchObject({
    member: { id: body.data.member.id },
    session: { method: 'invitation' },
  })
  expect((await app.call('GET', '/v1/api-keys')).body.data).toEqual([])
  const [started, added] = (await app.call('GET', '/v1/audit-log?limit=2')).body.data
  expect([started.action, added.action]).toEqual(['session.started', 'member.added'])
  expect([added.object_id, added.actor.session_id]).toEqual([me.member.id, me.session.id])
})

test('the audit log tells which member did what in which session', async () => {
  const browser = await signIn('sam@example.org')
  const { member, session } = (await browser.call('GET', '/v1/me')).body.data
  await browser.call('POST', '/v1/api-keys', { body: { name: 'Report' } })
  const [made, started] = (await app.call('GET', '/v1/audit-log?limit=2')).body.data
  const actor = { type: 'session', api_key_id: null, session_id: session.id, member_id: member.id }
  expect(made).toMatchObject({ action: 'api_key.created', actor })
  expect(started).toMatchObject({ action: 'session.started', object_id: session.id, actor })
})

test('a request of a session that is sent again is done once, and what is kept goes with the session', async () => {
  const browser = await signIn('sam@example.org')
  const headers = { 'idempotency-key': 'once' }
  const make = () => browser.call('POST', '/v1/projects', { body: { name: 'Once' }, headers })
  const [first, second] = [await make(), await make()]
  expect(second.body.data).toEqual(first.body.data)
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  const { session } = (await browser.call('GET', '/v1/me')).body.data
  await browser.call('DELETE', `/v1/sessions/${session.id}`)
  const kept = await app.deps.db.sql.selectFrom('idempotency_keys').selectAll().execute()
  expect(kept.filter(({ api_key_id: id }) => id === session.id)).toEqual([])
})

test('nothing but the page may be arrived at from elsewhere', async () => {
  const arrival = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  }
  const browser = await signIn('sam@example.org')
  expect((await browser.call('GET', '/v1/me', { headers: arrival })).status).toBe(403)
  const framed = { ...arrival, 'sec-fetch-dest': 'iframe' }
  expect((await browser.call('GET', '/v1/openapi.json', { headers: framed })).status).toBe(403)
  expect((await browser.call('GET', '/v1/openapi.json', { headers: arrival })).status).toBe(200)
})

test('an assistant reads at the public address with a key', async () => {
  const { key } = await givenMember(app, { email: 'ann@example.org' })
  await app.call('POST', '/v1/projects', { body: { name: 'For assistants' } })
  const answer = await open().call('POST', '/mcp', {
    body: {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'list_projects', arguments: {} },
    },
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      'sec-fetch-site': null,
      origin: null,
    },
  })
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    200,
    expect.stringContaining('For assistants'),
  ])
})

test('a page on the machine itself gets addresses of its own origin, a link to hand on the public one', async () => {
  const { data: project } = (await app.call('POST', '/v1/projects', { body: { name: 'Calls' } }))
    .body
  const announce = (headers = {}) =>
    app.call('POST', `/v1/projects/${project.id}/content/upload-url`, {
      body: { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 },
      headers,
    })
  const ownPage = { 'sec-fetch-site': 'same-origin' }
  expect((await announce(ownPage)).body.data.upload_url).toMatch(`${app.baseUrl}/`)
  expect((await announce()).body.data.upload_url).toMatch(`${publicOrigin}/`)
  const body = { email: 'ann@example.org' }
  const invited = await app.call('POST', '/v1/invitations', { body, headers: ownPage })
  expect(invited.body.data.accept_url).toMatch(`${publicOrigin}/app/`)
})

test('a stream of events ends with its session', async () => {
  const browser = await signIn('sam@example.org')
  const { session } = (await browser.call('GET', '/v1/me')).body.data
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const headers = { accept: 'text/event-stream' }
  const streamed = browser.call('GET', '/v1/events', { headers, onFirstBytes: begin })
  await begun
  await browser.call('DELETE', `/v1/sessions/${session.id}`)
  await app.call('POST', '/v1/projects', { body: { name: 'Later' } })
  expect((await streamed).body).not.toContain('project.')
})
