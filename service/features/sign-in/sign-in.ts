import { Type } from 'typebox'
import { ApiError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { isSameSecret, macBase64Url, randomToken, seal, sha256Hex } from '../../core/secrets.ts'
import { day, minute, plusMs } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { MailLanguage } from '../../notify/mail-language.ts'
import { defineJob } from '../../queue/job.ts'
import { joinByAddress } from '../invitations/accept.ts'
import { findMembersByEmail, isProven } from '../members/members.ts'
import { startSession, type StartedSession } from '../sessions/sessions.ts'
import type { SignInMethods } from './schema.ts'
import { claimLink, countLinks, deleteLinksUntil, insertLink } from './store.ts'

export const linkMinutes = 15
/**
 * Choice: in that time an address gets at most so many mails, by request of one client and of all. A browser in which its
 * member has signed in before is not counted with all: else strangers could keep the member out.
 */
const mostLinks = { ofClient: 3, all: 10 }
export const knownBrowserMs = 365 * day

/** Mails one link. It is sealed: whoever reads the table cannot use it. */
export const sendLinkJob = defineJob({
  name: 'sign_in.send',
  payload: Type.Object({ sealed_url: Type.String(), language: MailLanguage }),
  lane: 'light',
  attempts: 3,
  retryAfterMs: (attempt) => attempt * minute,
})

export type SignInDeps = Pick<Deps, 'db' | 'clock' | 'queue'>

/** Members sign in at the public address alone; on this machine the page has its key. */
export function listMethods(
  { config, mailer }: Pick<Deps, 'config' | 'mailer'>,
  isPublic: boolean,
): SignInMethods {
  const { openId } = config.publicAccess
  return {
    email: isPublic && mailer !== null,
    openid: isPublic && openId ? { name: openId.name, path: openIdPaths.start } : null,
  }
}

export const openIdPaths = {
  start: '/sign-in/openid',
  callback: '/sign-in/openid/callback',
} as const

type Request = {
  email: string
  /** From where. */
  client: string
  /** Of the mail. */
  language: MailLanguage
  /** What the browser was given when somebody signed in there last, by mail. */
  knownMark: string | null
}

const markOf = ({ keys }: Pick<Deps, 'keys'>, email: string): string =>
  macBase64Url(keys.signIn, `known browser of ${email}`)

/**
 * Has a link mailed, if the address is a member's or somebody's who is invited. Who asks learns nothing of that,
 * neither by the answer nor by its time: the mail decides it, later. `browserToken` is for a cookie of the
 * browser that asks.
 */
export async function requestLink(
  deps: SignInDeps & Pick<Deps, 'keys' | 'config'>,
  { email: given, client, language, knownMark }: Request,
): Promise<{ browserToken: string }> {
  const email = given.toLowerCase()
  const browserToken = randomToken()
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const lifetimeMs = linkMinutes * minute
    const asked = await countLinks(tx, { email, client }, plusMs(now, -lifetimeMs))
    const isKnown = knownMark !== null && isSameSecret(knownMark, markOf(deps, email))
    if (asked.ofClient >= mostLinks.ofClient || (asked.all >= mostLinks.all && !isKnown)) return
    const token = randomToken()
    await insertLink(tx, {
      token_hash: sha256Hex(token),
      email,
      browser_hash: sha256Hex(browserToken),
      client,
      expires_at: plusMs(now, lifetimeMs),
      used_at: null,
      created_at: now,
    })
    // Behind the #: browsers send it to no server, so it is in no log, and no scanner of mail uses it up.
    const url = `${deps.config.publicBaseUrl}/app/#/sign-in/${token}`
    const payload = { sealed_url: seal(deps.keys.signIn, url), language }
    await deps.queue.enqueue(tx, sendLinkJob.of(payload))
  })
  return { browserToken }
}

/** Uses a link up and begins a session, in the browser that asked for it, which is a known one from then on. */
export async function signInByLink(
  deps: SignInDeps & Pick<Deps, 'keys'>,
  { token, browserToken }: { token: string; browserToken: string | null },
  userAgent: string | null,
): Promise<StartedSession & { knownMark: string }> {
  const hashes = { tokenHash: sha256Hex(token), browserHash: sha256Hex(browserToken ?? '') }
  return deps.db.transaction(async (tx) => {
    const link = await claimLink(tx, hashes, deps.clock.now())
    const started = link && (await enterByAddress(deps, tx, link.email, userAgent))
    if (started) return { ...started, knownMark: markOf(deps, link.email) }
    const text =
      'The link was used, has expired, or belongs to another browser. Ask for a new one here.'
    throw new ApiError('sign_in_link_invalid', text)
  })
}

/**
 * Begins a session of the member with this address, who may be one by an invitation; null for anybody else: no member is
 * made of a stranger. Of several organizations the one that the person came into last is opened.
 */
async function enterByAddress(
  deps: SignInDeps,
  tx: Tx,
  email: string,
  userAgent: string | null,
): Promise<StartedSession | null> {
  const sessionId = newId('ses')
  const known = await findMembersByEmail(tx, email)
  if (!known.some(isProven)) await joinByAddress(deps, tx, { email, name: null, sessionId })
  const [member] = await findMembersByEmail(tx, email)
  if (!member) return null
  return startSession(deps, tx, {
    id: sessionId,
    organization_id: member.organization_id,
    member_id: member.id,
    method: 'email',
    proven_email: email.toLowerCase(),
    user_agent: userAgent,
  })
}

/** Called hourly. */
export const expireLinks = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  deleteLinksUntil(db.sql, clock.now())
