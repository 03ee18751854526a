import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { makeCertificate, testAuthority, type CertificateKind } from './certificates.ts'

type CaughtMail = {
  /** The envelope: where the server was asked to bring it. */
  to: string[]
  from: string
  isEncrypted: boolean
  user: string | undefined
  raw: string
  email: Email
}

export type MailServer = {
  port: number
  mails: CaughtMail[]
  /** The recipients that were refused. */
  refused: string[]
  /** The answer to the next recipients: an SMTP status, or null to take them again. */
  refuse: (status: number | null) => void
  stop: () => Promise<void>
}

type Options = {
  /** TLS from the start, offered by STARTTLS, or not at all. */
  tls?: 'always' | 'offered' | 'none'
  certificate?: CertificateKind
  /** Takes mail only from this user. */
  login?: { user: string; pass: string }
  /** Says nothing after it was connected to. */
  isSilent?: boolean
}

/** A real SMTP server on loopback that keeps what it is sent. */
export async function startMailServer(options: Options = {}): Promise<MailServer> {
  const state: MailServer & { status: number | null } = {
    port: 0,
    mails: [],
    refused: [],
    status: null,
    refuse: (status) => void (state.status = status),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = new SMTPServer({
    ...(await connectionOptions(options)),
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      if (state.status === null) return done()
      state.refused.push(address)
      const error = new Error(`<${address}>: no such mailbox, or not now`)
      done(Object.assign(error, { responseCode: state.status }))
    },
    onData: (stream, session, done) => {
      // Rejects where the client hangs up in the middle of a message: then nobody waits for an answer.
      void catchMail(state, stream, session)
        .catch(() => undefined)
        .finally(done)
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  state.port = (server.server.address() as AddressInfo).port // it listens on TCP
  return state
}

async function catchMail(state: MailServer, stream: Readable, session: SMTPServerSession) {
  const raw = await buffer(stream)
  const { mailFrom, rcptTo } = session.envelope
  state.mails.push({
    to: rcptTo.map(({ address }) => address),
    from: mailFrom ? mailFrom.address : '',
    isEncrypted: session.secure,
    user: session.user,
    raw: raw.toString(),
    email: await PostalMime.parse(raw),
  })
}

async function connectionOptions(options: Options): Promise<SMTPServerOptions> {
  const { tls = 'none', certificate = 'good', login, isSilent = false } = options
  const hidden = [...(tls === 'none' ? ['STARTTLS'] : []), ...(login ? [] : ['AUTH'])]
  return {
    secure: tls === 'always',
    disabledCommands: hidden,
    authOptional: !login,
    allowInsecureAuth: true,
    ...(tls !== 'none' && (await makeCertificate(certificate))),
    ...(login && {
      onAuth: ({ username, password }, _session, done) => {
        const isKnown = username === login.user && password === login.pass
        if (isKnown) return done(null, { user: login.user })
        done(new Error('Invalid username or password'))
      },
    }),
    ...(isSilent && { onConnect: () => undefined }),
  }
}

/** The authority that `good` certificates of the server come from. */
export const mailAuthority = async (): Promise<string> => (await testAuthority()).cert
