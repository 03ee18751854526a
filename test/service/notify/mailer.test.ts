import { afterEach, expect, test } from 'vitest'
import { createMailer, isFinalRefusal, type MailerOptions } from '../../../service/notify/mailer.ts'
import { mailAuthority, startMailServer, type MailServer } from '../../support/mail-server.ts'

const mail = { to: 'ann@example.org', subject: 'Hello', text: 'Dear Ann', html: '<p>Dear Ann</p>' }
const login = { user: 'earshot', pass: 'p@ss/w%rd' }
const credentials = `${login.user}:${encodeURIComponent(login.pass)}@`

let server: MailServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

async function open(
  scheme: string,
  options: Parameters<typeof startMailServer>[0],
  settings: Partial<MailerOptions> & { credentials?: string } = {},
) {
  server = await startMailServer(options)
  const { credentials: before = '', ...rest } = settings
  const mailer = createMailer({
    smtpUrl: `${scheme}://${before}127.0.0.1:${server.port}`,
    mailFrom: 'Earshot <earshot@example.com>',
    authorities: [await mailAuthority()],
    ...rest,
  })
  if (!mailer) throw new Error('There is a mailer where there is an address.')
  const send = (change = {}, signal = new AbortController().signal) =>
    mailer.send({ ...mail, ...change }, signal)
  return { server, send }
}

test('without a server there is no mailer', () => {
  expect(createMailer({ smtpUrl: null, mailFrom: 'a@example.org' })).toBeNull()
})

test('a message arrives with both bodies, its sender and nothing of a list', async () => {
  const { server: at, send } = await open('smtp', {})
  await send()
  const [caught] = at.mails
  expect(caught).toMatchObject({ to: [mail.to], from: 'earshot@example.com', isEncrypted: false })
  expect(caught?.email).toMatchObject({ subject: 'Hello', from: { name: 'Earshot' } })
  expect(caught?.email.text?.trim()).toBe(mail.text)
  expect(caught?.email.html?.trim()).toBe(mail.html)
  expect(caught?.raw).not.toMatch(/^List-/im)
  expect(caught?.raw).toMatch(/^Auto-Submitted: auto-generated/im)
})

test('smtps speaks TLS from the start and logs in', async () => {
  const { server: at, send } = await open('smtps', { tls: 'always', login }, { credentials })
  await send()
  expect(at.mails[0]).toMatchObject({ isEncrypted: true, user: 'earshot' })
})

test('smtp changes to TLS where the server offers it', async () => {
  const { server: at, send } = await open('smtp', { tls: 'offered', login }, { credentials })
  await send()
  expect(at.mails[0]).toMatchObject({ isEncrypted: true, user: 'earshot' })
})

test.each(['always', 'offered'] as const)(
  'no mail goes to a wrong certificate, TLS %s',
  async (tls) => {
    const scheme = tls === 'always' ? 'smtps' : 'smtp'
    for (const certificate of ['expired', 'wrong-name', 'unknown-authority'] as const) {
      const { server: at, send } = await open(scheme, { tls, certificate })
      await expect(send()).rejects.toThrow()
      expect(at.mails).toEqual([])
      await at.stop()
    }
    server = undefined
  },
)

test('a wrong password is final, and so is a refused mailbox; a busy server is not', async () => {
  const wrong = await open('smtp', { login }, { credentials: 'earshot:wrong@' })
  expect(isFinalRefusal(await wrong.send().catch((error: unknown) => error))).toBe(true)
  await wrong.server.stop()
  const { server: at, send } = await open('smtp', {})
  at.refuse(550)
  expect(isFinalRefusal(await send().catch((error: unknown) => error))).toBe(true)
  at.refuse(451)
  expect(isFinalRefusal(await send().catch((error: unknown) => error))).toBe(false)
  expect(isFinalRefusal(new Error('connect ECONNREFUSED'))).toBe(false)
})

test('a log-in is not left out where the server offers none', async () => {
  const { server: at, send } = await open('smtp', {}, { credentials })
  await expect(send()).rejects.toThrow()
  expect(at.mails).toEqual([])
})

test('no text adds a header or a recipient', async () => {
  const { server: at, send } = await open('smtp', {})
  const evil = 'Hi\r\nBcc: eve@example.org\r\n\r\nother body\u2028X-Evil: 1'
  await send({ subject: evil })
  expect(at.mails[0]?.to).toEqual([mail.to])
  const headers = at.mails[0]?.email.headers.map(({ key }) => key)
  expect(headers).not.toContain('bcc')
  expect(headers).not.toContain('x-evil')
  const others = 'ann@example.org, eve@example.org'
  await send({ to: others }).catch(() => undefined)
  const reached = at.mails.flatMap(({ to }) => to)
  expect(reached).not.toContain('eve@example.org')
})

test('a silent server is given up after the deadline, and at once on a stop', async () => {
  const quick = await open('smtp', { isSilent: true }, { deadlineMs: 50 })
  await expect(quick.send()).rejects.toThrow()
  await quick.server.stop()
  const { send } = await open('smtp', { isSilent: true })
  const stop = new AbortController()
  const sent = send({}, stop.signal)
  stop.abort('stopping')
  await expect(sent).rejects.toThrow()
})
