import { Type, type Static } from 'typebox'
import { paging } from '../../http/paging.ts'
import { Body, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

/** Choice: what the owner is told (spec: Delivery rules 3) can be read again, and ticked off. */
export const Notice = Type.Object(
  {
    id: Id('ntc'),
    kind: StringEnum(
      [
        'delivery_exhausted',
        'webhook_disabled',
        'webhook_left_behind',
        'invitation_not_sent',
        'recordings_orphaned',
        'recording_damaged',
        'recording_failed',
        'library_repaired',
        'library_incomplete',
        'backup_failed',
        'backup_overdue',
        'models_list_damaged',
        'library_rebuilt',
        'watched_folder_missing',
        'notes_folder_missing',
      ],
      {
        description: 'What it is about; more kinds will come',
        examples: ['delivery_exhausted'],
      },
    ),
    title: Type.String({ examples: ['Webhook delivery to hooks.example.com failed'] }),
    body: Type.String({
      examples: ['content.created could not be delivered and is not tried again.'],
    }),
    link: Nullable(
      Type.String({
        description: 'Path of the page of the app that it is about',
        examples: ['/app/#/webhooks/wh_01kayr3c9nfq4tq4h6zr6yv0b2'],
      }),
    ),
    is_read: Type.Boolean({ examples: [false] }),
    read_at: Nullable(Timestamp),
    created_at: Timestamp,
  },
  { title: 'Notice' },
)
export type Notice = Static<typeof Notice>

export const NoticeQuery = Type.Object({
  ...paging,
  unread: Type.Optional(
    Type.Boolean({ description: 'true: only unread notices; false: only read ones' }),
  ),
})
export type NoticeQuery = Static<typeof NoticeQuery>

export const NoticeChange = Body(
  {
    read: Type.Boolean({ description: 'true ticks it off, false marks it as unread again' }),
  },
  { title: 'NoticeChange' },
)
export type NoticeChange = Static<typeof NoticeChange>

export const ReadCount = Type.Object(
  {
    read_count: Type.Integer({ description: 'How many were unread until now', examples: [3] }),
  },
  { title: 'ReadNotices' },
)
export type ReadCount = Static<typeof ReadCount>
