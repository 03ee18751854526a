import type { Command } from 'commander'
import type { Invitation, NewInvitation, SentInvitation } from 'earshot/client'
import { choice, define, defineList, defineRemove, noun, type Tools } from './define.ts'
import type { Io } from './io.ts'

/** earshot invitations … */
export function addInvitations(io: Io, program: Command): void {
  const invitations = noun(program, 'invitations', 'open invitations to the organization')
  defineList<object, Invitation>(io, invitations, {
    name: 'list',
    about: 'list those that nobody has answered yet, newest first',
    examples: ['invitations list'],
    columns: [
      ['ID', ({ id }) => id],
      ['EMAIL', ({ email }) => email],
      ['ROLE', ({ role }) => role],
      ['UNTIL', ({ expires_at }) => expires_at],
      ['SENT', ({ send_count }) => send_count],
    ],
    load: (api, query) => api.listInvitations({ query }),
  })
  define<{ role?: NonNullable<NewInvitation['role']> }>(io, invitations, {
    name: 'create <email>',
    about: 'invite a person; prints the link, this once',
    options: [choice('--role <role>', 'what they will be', ['admin', 'member'])],
    examples: ['invitations create ada@example.org --role admin'],
    run: async ({ api, out }, { role }, email = '') => {
      const body = { email, ...(role && { role }) }
      tellLink(out, (await (await api()).createInvitation({ body })).data)
    },
  })
  define(io, invitations, {
    name: 'resend <invitation>',
    about: 'send it again with a new link; the old one is dead',
    examples: ['invitations resend inv_…'],
    run: async ({ api, out }, _options, invitationId = '') =>
      tellLink(out, (await (await api()).resendInvitation({ path: { invitationId } })).data),
  })
  defineRemove(io, invitations, {
    name: 'revoke <invitation>',
    about: 'take it back',
    examples: ['invitations revoke inv_… --yes'],
    what: (id) => `invitation ${id}`,
    remove: async (api, _options, invitationId = '') =>
      (await api.deleteInvitation({ path: { invitationId } })).data,
  })
  define(io, invitations, {
    name: 'look-up <link>',
    about: 'say who invites you, by the link you got',
    examples: ["invitations look-up 'http://127.0.0.1:4777/app/#/accept/…'"],
    run: async ({ api, out }, _options, link = '') => {
      const body = { token: tokenOf(link) }
      out.record((await (await api()).lookUpInvitation({ body })).data)
    },
  })
  define<{ name?: string }>(io, invitations, {
    name: 'accept <link>',
    about: 'become a member; prints your key, this once',
    options: [['--name <name>', 'your name']],
    examples: ["invitations accept 'http://127.0.0.1:4777/app/#/accept/…' --name Ada"],
    run: async ({ api, out }, { name }, link = '') => {
      const body = { token: tokenOf(link), ...(name && { name }) }
      const { data } = await (await api()).acceptInvitation({ body })
      out.result(data, [data.key.key])
    },
  })
}

const tellLink = (out: Tools['out'], sent: SentInvitation): void =>
  out.result(sent, [
    sent.delivery === 'email' ? `Mailed to ${sent.email}` : 'No mail server: hand on this link',
    sent.accept_url,
  ])

/** The token of a link, or what was given as it is. */
const tokenOf = (link: string): string => /#\/accept\/([^/?\s]+)/.exec(link)?.[1] ?? link
