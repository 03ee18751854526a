import { getCACertificates } from 'node:tls'
import type { Transporter } from 'nodemailer'
import { hour, minute, second } from '../core/time.ts'

/** A message to one person. Both bodies say the same. */
export type Mail = { to: string; subject: string; text: string; html: string }

/** Hands mail to the configured server; rejects where that does not take it. */
export type Mailer = { send: (mail: Mail, signal: AbortSignal) => Promise<void> }

export type MailerOptions = {
  smtpUrl: string | null
  mailFrom: string
  /** Certificates (PEM) to trust besides Node's own. */
  authorities?: readonly string[]
  /** How long one message may take in all; shorter in tests. */
  deadlineMs?: number
}

// Choice: servers that put off a stranger (greylisting) want minutes; an outage takes hours.
const pauses = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour]
export const mailAttempts = pauses.length + 1
export const mailRetryAfterMs = (attempt: number): number => pauses[attempt - 1] ?? 6 * hour

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

/** Null where no mail server is configured. */
export function createMailer({
  smtpUrl,
  mailFrom,
  authorities = [],
  deadlineMs = 60 * second,
}: MailerOptions): Mailer | null {
  if (smtpUrl === null) return null
  const connection = connectionOf(smtpUrl, authorities)
  // Loaded at the first mail: most installations send none.
  let transport: Promise<Transporter> | undefined
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport(connection)
  }
  return {
    send: async ({ to, subject, text, html }, signal) => {
      transport ??= open()
      await (
        await transport
      ).sendMail({
        from: mailFrom,
        // As an object: never read as a list of addresses.
        to: { name: '', address: toHeader(to) },
        subject: toHeader(subject),
        text,
        html,
        // Asks autoresponders to stay silent (RFC 3834).
        headers: { 'auto-submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
      })
    },
  }
}

/**
 * smtps:// speaks TLS from the start. Choice: smtp:// changes to TLS where the server offers it, and
 * insists on it where a password would cross a network; certificates are checked in every case.
 */
function connectionOf(smtpUrl: string, authorities: readonly string[]) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && username !== '' && !loopback.test(hostname),
    // Without it a server that offers no log-in would be sent to without one.
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

/** One line without control characters, so that no text can add a header. */
const toHeader = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Whether trying again cannot help: the server refused for good, or does not know the log-in. */
export function isFinalRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && error.code === 'EAUTH') return true
  const status = 'responseCode' in error ? error.responseCode : undefined
  return typeof status === 'number' && status >= 500
}
