import type { Command } from 'commander'
import type { Member, MemberChange } from 'earshot/client'
import { define, defineList, defineRemove, noun } from './define.ts'
import { UsageError, type Io } from './io.ts'

/** earshot members … */
export function addMembers(io: Io, program: Command): void {
  const members = noun(program, 'members', 'people of the organization')
  defineList<object, Member>(io, members, {
    name: 'list',
    about: 'list the members, newest first',
    examples: ['members list'],
    columns: [
      ['ID', ({ id }) => id],
      ['EMAIL', ({ email }) => email],
      ['NAME', ({ name }) => name],
      ['ROLE', ({ role, is_owner }) => (is_owner ? 'owner' : role)],
      ['LAST ACTIVE', ({ last_active_at }) => last_active_at],
    ],
    load: (api, query) => api.listMembers({ query }),
  })
  define(io, members, {
    name: 'show <member>',
    about: 'show one, by id',
    examples: ['members show mem_…'],
    run: async ({ api, out }, _options, memberId = '') =>
      out.record((await (await api()).getMember({ path: { memberId } })).data),
  })
  define(io, members, {
    name: 'role <member> <role>',
    about: 'make someone admin or member',
    examples: ['members role mem_… admin'],
    run: async ({ api, out }, _options, memberId = '', role = '') => {
      if (!isRole(role)) throw new UsageError('A role is admin or member.')
      out.record((await (await api()).updateMember({ path: { memberId }, body: { role } })).data)
    },
  })
  defineRemove(io, members, {
    name: 'remove <member>',
    about: 'remove someone and revoke the keys they made',
    examples: ['members remove mem_… --yes'],
    what: (id) => `member ${id}`,
    remove: async (api, _options, memberId = '') =>
      (await api.deleteMember({ path: { memberId } })).data,
  })
}

/** Whether a word names a role. */
const isRole = (word: string): word is MemberChange['role'] => word === 'admin' || word === 'member'
