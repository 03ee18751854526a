import { Type, type Static } from 'typebox'
import { Id, Nullable, Timestamp } from '../../http/shapes.ts'

/** Ours: a recording that a start found without an entry in the library. */
export const Orphan = Type.Object(
  {
    id: Id('cont'),
    filename: Nullable(
      Type.String({ description: 'Null where nothing tells it', examples: ['Call with Mary.m4a'] }),
    ),
    project_name: Nullable(
      Type.String({ description: 'The project that it was in', examples: ['Interviews'] }),
    ),
    size_bytes: Type.Integer({ format: 'int64', examples: [4_096_000] }),
    created_at: Timestamp,
  },
  { title: 'Orphan' },
)
export type Orphan = Static<typeof Orphan>
