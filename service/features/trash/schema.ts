import { Type, type Static } from 'typebox'
import { Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

export const TrashItem = Type.Object(
  {
    id: Type.String({
      description: 'Of the recording, project or prompt',
      examples: ['cont_01kayr3c9nfq4tq4h6zr6yv0b2'],
    }),
    type: StringEnum(['content', 'project', 'prompt'], { examples: ['content'] }),
    name: Type.String({ description: 'Title or name', examples: ['Budget with Mary'] }),
    project_id: Nullable(Id('proj')),
    project_name: Nullable(
      Type.String({ description: 'Of a recording: where it came from', examples: ['Sales calls'] }),
    ),
    trashed_at: Timestamp,
    expires_at: Type.String({
      format: 'date-time',
      description: 'When it is deleted for good: 30 days after it was put into the bin',
      examples: ['2026-12-21T09:30:00.000Z'],
    }),
  },
  { title: 'TrashItem' },
)
export type TrashItem = Static<typeof TrashItem>

export const Restored = Type.Object(
  { id: TrashItem.properties.id, type: TrashItem.properties.type },
  { title: 'Restored' },
)
export type Restored = Static<typeof Restored>

export const Emptied = Type.Object(
  { deleted_count: Type.Integer({ description: 'How many were deleted', examples: [3] }) },
  { title: 'Emptied' },
)
