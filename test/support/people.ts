import type { TestApp } from './app.ts'

export type Joined = { memberId: string; key: string; email: string }

/** An invitation made through the API, with its token. */
export async function givenInvitation(app: TestApp, input: Record<string, unknown> = {}) {
  const body = { email: 'ann@example.org', ...input }
  const answer = await app.call('POST', '/v1/invitations', { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  const { accept_url: url } = answer.body.data
  return { ...answer.body.data, token: tokenOf(url) } as { id: string; token: string } & Record<
    string,
    unknown
  >
}

export const tokenOf = (url: string): string => url.split('/').at(-1) ?? ''

/** Accepts without an API key, as the page does. */
export const accept = (app: TestApp, token: string, name?: string) =>
  app.call('POST', '/v1/invitations/accept', {
    key: null,
    body: { token, ...(name !== undefined && { name }) },
  })

/** Somebody who was invited and accepted. */
export async function givenMember(
  app: TestApp,
  input: { email?: string; role?: string; name?: string } = {},
): Promise<Joined> {
  const { name, ...invitation } = input
  const { token } = await givenInvitation(app, invitation)
  const { status, body } = await accept(app, token, name)
  if (status !== 201) throw new Error(JSON.stringify(body))
  const { member, key } = body.data
  return { memberId: member.id, key: key.key, email: member.email }
}

/** The events of one kind that were recorded, oldest first. */
export async function eventsOf(app: TestApp, event: string) {
  const rows = await app.deps.db.sql
    .selectFrom('events')
    .selectAll()
    .where('event', '=', event)
    .orderBy('id')
    .execute()
  return rows.map(({ data, link }) => ({ data, link }))
}

/** Leaves the owner and the session key only, so that tests of one file can share an app. */
export async function clearPeople({ deps: { db } }: TestApp): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.deleteFrom('members').where('is_owner', '=', false).execute()
    await tx.deleteFrom('api_keys').where('is_session', '=', false).execute()
    for (const table of ['invitations', 'notices', 'events', 'jobs'] as const) {
      await tx.deleteFrom(table).execute()
    }
  })
}
