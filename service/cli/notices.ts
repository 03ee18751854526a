import type { Command } from 'commander'
import type { Notice } from 'earshot/client'
import { define, defineList, noun } from './define.ts'
import { UsageError, type Io } from './io.ts'

/** earshot notices … */
export function addNotices(io: Io, program: Command): void {
  const notices = noun(program, 'notices', 'what the owner should know')
  defineList<{ unread?: boolean }, Notice>(io, notices, {
    name: 'list',
    about: 'list them, newest first',
    options: [['--unread', 'only those not read yet']],
    examples: ['notices list --unread'],
    columns: [
      ['ID', ({ id }) => id],
      ['', ({ is_read }) => (is_read ? '' : 'new')],
      ['WHAT', ({ title }) => title],
      ['CREATED', ({ created_at }) => created_at],
    ],
    load: (api, page, { unread }) =>
      api.listNotices({ query: { ...page, ...(unread && { unread }) } }),
  })
  define<{ all?: boolean; unread?: boolean }>(io, notices, {
    name: 'read [notice]',
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
  })
}
