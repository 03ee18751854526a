import { Option } from 'commander'
import type { ApiKeyInput, OrganizationChange, SentInvitation } from 'earshot/client'
import { day } from '../core/time.ts'
import { command, group, toCount } from './command.ts'
import { UsageError } from './errors.ts'
import { operation, sayWhatToChange } from './operation.ts'
import { readVocabulary } from './speech-options.ts'

type OrgOptions = { prompt?: string; vocabulary?: string; minutes?: number; storage?: number }

/** earshot org … */
export const org = group('org', 'the organization: name, limits, what is used', [
  operation('getOrganization', 'show', 'show it', {
    examples: ['org show', 'org show --json | jq .usage'],
  }),
  operation('updateOrganization', 'set', 'change its name, default prompt, vocabulary or limits', {
    options: [
      ['--name <name>', 'its name'],
      ['--prompt <id>', 'the prompt of projects that have none of their own'],
      ['--vocabulary <file>', 'names and terms of all projects, each on a line'],
      new Option('--minutes <number>', 'minutes to transcribe per month').argParser(toCount),
      new Option('--storage <gb>', 'gigabytes to store').argParser(toCount),
    ],
    examples: ['org set --name "North Ltd"', 'org set --minutes 6000 --storage 200'],
    fields: toOrganization,
    unchanged: sayWhatToChange,
  }),
  operation('createOrganization', 'create <name>', 'add one to this installation', {
    options: [
      ['--owner <email>', 'its first member, who signs in with this address', 'owner_email'],
      ['--owner-name <name>', 'what they are called'],
    ],
    examples: ['org create "North Ltd" --owner ada@example.org'],
  }),
])

async function toOrganization(options: OrgOptions): Promise<OrganizationChange> {
  const { prompt, vocabulary, minutes, storage } = options
  const settings = {
    ...(prompt !== undefined && { default_prompt_id: prompt }),
    ...(vocabulary !== undefined && { vocabulary: await readVocabulary(vocabulary) }),
  }
  const usage = {
    ...(minutes !== undefined && { transcription_minutes: { limit: minutes } }),
    ...(storage !== undefined && { storage_gb: { limit: storage } }),
  }
  return {
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(Object.keys(usage).length > 0 && { usage }),
  }
}

/** earshot members … */
export const members = group('members', 'people of the organization', [
  operation('listMembers', 'list', 'list the members, newest first', {
    columns: {
      ID: 'id',
      EMAIL: 'email',
      NAME: 'name',
      ROLE: ({ role, is_owner }) => (is_owner ? `${role}, owner` : role),
      'LAST ACTIVE': 'last_active_at',
    },
  }),
  operation('getMember', 'show <member>', 'show one, by id'),
  operation('updateMember', 'role <member> <role>', 'make someone admin or member', {
    examples: ['members role mem_… admin'],
  }),
  operation('deleteMember', 'remove <member>', 'remove someone and revoke the keys they made', {
    removes: (id) => `member ${id}`,
  }),
])

/** earshot whoami */
export const whoami = operation('getMe', 'whoami', 'say which member the key belongs to', {
  lines: ({ member, organization }) => [`${member.email}, ${member.role} of ${organization.name}`],
})

/** earshot sessions … */
export const sessions = group('sessions', 'browsers in which you are signed in', [
  operation('listSessions', 'list', 'list them, newest first', {
    columns: {
      ID: 'id',
      BY: 'method',
      BROWSER: 'user_agent',
      'LAST USED': 'last_used_at',
      UNTIL: 'expires_at',
    },
  }),
  operation('endSession', 'end <session>', 'sign out there', {
    removes: (id) => `session ${id}`,
  }),
])

const sentLines = ({ delivery, email, accept_url }: SentInvitation) => [
  delivery === 'email' ? `Mailed to ${email}` : 'No mail server: hand on this link',
  accept_url,
]

/** The token of a link, or what was given as it is. */
const toToken = (link = '') => ({ token: /#\/accept\/([^/?\s]+)/.exec(link)?.[1] ?? link })

const exampleLink = "'http://127.0.0.1:4777/app/#/accept/…'"

/** earshot invitations … */
export const invitations = group('invitations', 'open invitations to the organization', [
  operation('listInvitations', 'list', 'list those that nobody has answered yet, newest first', {
    columns: { ID: 'id', EMAIL: 'email', ROLE: 'role', UNTIL: 'expires_at', SENT: 'send_count' },
  }),
  operation('createInvitation', 'create <email>', 'invite a person; prints the link, this once', {
    options: [['--role <role>', 'what they will be']],
    examples: ['invitations create ada@example.org --role admin'],
    lines: sentLines,
  }),
  operation(
    'resendInvitation',
    'resend <invitation>',
    'send it again with a new link; the old one no longer works',
    { lines: sentLines },
  ),
  operation('deleteInvitation', 'revoke <invitation>', 'take it back', {
    removes: (id) => `invitation ${id}`,
  }),
  operation('lookUpInvitation', 'look-up <link>', 'say who invites you, by the link you got', {
    examples: [`invitations look-up ${exampleLink}`],
    fields: (_options, link) => toToken(link),
  }),
  operation('acceptInvitation', 'accept <link>', 'become a member; prints your key, this once', {
    options: [['--name <name>', 'your name']],
    examples: [`invitations accept ${exampleLink} --name Ada`],
    fields: (_options, link) => toToken(link),
    lines: ({ member, key }) => [key?.key ?? `${member.email} signs in with a browser`],
  }),
])

type KeyOptions = {
  name: string
  scopes: NonNullable<ApiKeyInput['scopes']>
  type: 'secret' | 'publishable'
  expires?: string
}

const unnamed = 'Command line'
const triedDays = 30

/** Choice: who names no key tries something, and each try would leave a key behind that works for ever. */
const expiryOfTry = ({ name, expires }: KeyOptions) =>
  name === unnamed && expires === undefined
    ? { expires_at: new Date(Date.now() + triedDays * day).toISOString() }
    : {}

/** earshot keys … */
export const keys = group('keys', 'API keys', [
  operation('listApiKeys', 'list', 'list the API keys, newest first; never the keys themselves', {
    columns: {
      ID: 'id',
      NAME: 'name',
      STARTS: 'key_prefix',
      MAY: 'scopes',
      PROJECTS: ({ project_ids }) => project_ids ?? 'all',
      'LAST USED': 'last_used_at',
      UNTIL: 'expires_at',
    },
  }),
  operation('createApiKey', 'create', 'create an API key and print it, this once', {
    options: [
      new Option('--name <name>', 'what the key is for').default(unnamed),
      new Option('--scopes <scopes...>', 'what it may do')
        .choices(['read', 'write'])
        .default(['read', 'write'], 'read write'),
      ['--project <ids...>', 'restrict it to these projects', 'project_ids'],
      new Option('--type <type>', 'kind of key')
        .choices(['secret', 'publishable'])
        .default('secret'),
      [
        '--origin <origins...>',
        'let pages of these origins upload with it; only publishable',
        'allowed_origins',
      ],
      [
        '--expires <time>',
        `ISO 8601 time at which it stops working; without it a key with a name works until it is revoked, another one for ${triedDays} days`,
        'expires_at',
      ],
    ],
    examples: [
      'keys create --name "Nightly report" --scopes read',
      'keys create --project proj_…',
      'keys create --name Widget --type publishable --project proj_… --origin https://app.example.com',
    ],
    fields: (options: KeyOptions) => ({
      key_type: options.type,
      scopes: options.type === 'secret' ? options.scopes : undefined,
      ...expiryOfTry(options),
    }),
    lines: ({ key }) => [key],
  }),
  operation('deleteApiKey', 'revoke <key>', 'revoke a key, by its id; it stops working at once', {
    removes: (id) => `key ${id}`,
  }),
])

/** earshot audit-log … */
export const auditLog = group('audit-log', 'who did what: keys, settings, deletions, exports', [
  operation('listAuditLog', 'list', 'list it, newest first', {
    options: [['--action <action>', 'only this, such as content.deleted']],
    examples: ['audit-log list --action api_key.created', 'audit-log list --all --json'],
    columns: {
      CREATED: 'created_at',
      ACTION: 'action',
      OBJECT: 'object_id',
      BY: ({ actor }) => actor.api_key_id ?? actor.session_id ?? 'the app',
      MEMBER: ({ actor }) => actor.member_id,
    },
  }),
])

/** earshot notices … */
export const notices = group('notices', 'what the owner should know', [
  operation('listNotices', 'list', 'list them, newest first', {
    options: [['--unread', 'only those not read yet']],
    examples: ['notices list --unread'],
    columns: {
      ID: 'id',
      '': ({ is_read }) => (is_read ? '' : 'new'),
      WHAT: 'title',
      CREATED: 'created_at',
    },
  }),
  command<{ all?: boolean; unread?: boolean }>({
    line: 'read [notice]',
    about: 'mark one as read, or all',
    options: [
      ['--all', 'all of them'],
      ['--unread', 'mark it as not read instead'],
    ],
    examples: ['notices read ntc_…', 'notices read --all'],
    run: async ({ api, out }, { all, unread }, noticeId) => {
      if (Boolean(all) === Boolean(noticeId)) throw new UsageError('Name a notice, or say --all.')
      const client = await api()
      if (all) {
        const { data } = await client.readAllNotices()
        return out.result(data, [`${data.read_count} marked as read`])
      }
      const path = { noticeId: noticeId ?? '' }
      out.record((await client.updateNotice({ path, body: { read: !unread } })).data)
    },
  }),
])
