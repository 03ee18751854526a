import { getCACertificates } from 'node:tls'
import type { Transporter } from 'nodemailer'
import { hour, minute, second } from '../core/time.ts'

/** A message to one person. Both bodies have the same content. */
export type Mail = { to: string; subject: string; text: string; html: string }

/** Sends mail through the configured server; rejects if the server does not accept it. */
export type Mailer = {
  send: (mail: Mail, signal: AbortSignal) => Promise<void>
  /** Connects and authenticates, and sends nothing; rejects where that fails. */
  verify: (signal: AbortSignal) => Promise<void>
}

export type MailerOptions = {
  smtpUrl: string | null
  mailFrom: string
  /** CA certificates (PEM) to trust in addition to Node's. */
  authorities?: readonly string[]
  /** Time limit for one message in milliseconds; shorter in tests. */
  deadlineMs?: number
}

// Choice: greylisting servers ask for minutes of delay; an outage lasts hours.
const pauses = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour]
export const mailAttempts = pauses.length + 1
export const mailRetryAfterMs = (attempt: number): number => pauses[attempt - 1] ?? 6 * hour

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

/** Creates the mailer; null if no mail server is configured. */
export function createMailer({
  smtpUrl,
  mailFrom,
  authorities = [],
  deadlineMs = 60 * second,
}: MailerOptions): Mailer | null {
  if (smtpUrl === null) return null
  const connection = connectionOf(smtpUrl, authorities)
  // Loaded with the first mail, because most installations send none.
  let transport: Promise<Transporter> | undefined
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport(connection)
  }
  return {
    send: async ({ to, subject, text, html }, signal) => {
      transport ??= open()
      const mail = {
        from: mailFrom,
        // An object is never parsed as a list of addresses.
        to: { name: '', address: toHeader(to) },
        subject: toHeader(subject),
        text,
        html,
        // Tells autoresponders not to reply (RFC 3834).
        headers: { 'auto-submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
      }
      try {
        await (await transport).sendMail(mail)
      } catch (error) {
        throw withoutReply(error)
      }
    },
    verify: async (signal) => {
      const own = await open()
      signal.addEventListener('abort', () => own.close(), { once: true })
      await own.verify().finally(() => own.close())
    },
  }
}

/**
 * smtps:// uses TLS from the start. Choice: smtp:// upgrades to TLS if the server offers it, and
 * requires it if a password would cross a network. Certificates are always verified.
 */
function connectionOf(smtpUrl: string, authorities: readonly string[]) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && username !== '' && !loopback.test(hostname),
    // Without this, nodemailer would send unauthenticated to a server that offers no log-in.
    forceAuth: username !== '',
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...(authorities.length > 0 && {
      tls: { ca: [...getCACertificates('default'), ...authorities] },
    }),
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    dnsTimeout: 10 * second,
    socketTimeout: 20 * second,
  }
}

/** One line without control characters, so that no text can inject a header. */
const toHeader = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Drops the server's reply, which often quotes the recipient's address, since errors are logged. */
function withoutReply(error: unknown): unknown {
  if (!(error instanceof Error) || !('response' in error)) return error
  const code: unknown = Reflect.get(error, 'code')
  const responseCode: unknown = Reflect.get(error, 'responseCode')
  const refusal = new Error(`The mail server refused the message (${String(responseCode)}).`)
  return Object.assign(refusal, { code, responseCode })
}

/** Whether retrying is pointless: the server refused permanently or rejected the log-in. */
export function isFinalRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && error.code === 'EAUTH') return true
  const status = 'responseCode' in error ? error.responseCode : undefined
  return typeof status === 'number' && status >= 500
}
