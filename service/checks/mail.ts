import type { Config } from '../config.ts'
import { createMailer } from '../notify/mailer.ts'
import { failed, notConfigured, ok, reasonOf, type Finding } from './finding.ts'

/** Connects to the mail server and authenticates; sends nothing. */
export async function checkMail(config: Config, signal: AbortSignal): Promise<Finding> {
  const mailer = createMailer(config)
  if (!mailer || config.smtpUrl === null) {
    return notConfigured('no EARSHOT_SMTP_URL: nobody is sent mail, invitations are links')
  }
  const { host, protocol, username } = new URL(config.smtpUrl)
  try {
    await mailer.verify(signal)
    return ok(`${protocol}//${host} answers${username === '' ? '' : ' and takes the password'}`)
  } catch (error) {
    const reason = reasonOf(error)
    return failed(
      `${protocol}//${host} does not (${reason})`,
      reason === 'EAUTH'
        ? 'Look at user and password in EARSHOT_SMTP_URL; a % in them is written as %25.'
        : 'Look at host, port and protocol in EARSHOT_SMTP_URL: smtps is for port 465, smtp for 587.',
    )
  }
}
