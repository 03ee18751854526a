import { Type, type Static } from 'typebox'
import { Id, Nullable, ShownTitle, StringEnum, Timestamp } from '../../http/shapes.ts'
import { libraryParts, type LibraryPart } from './library-parts.ts'

// `Object.keys` widens to string; the object lists every part.
const partNames = Object.keys(libraryParts) as LibraryPart[]

const Finding = Type.Object(
  {
    kind: StringEnum(['rebuilt', 'lost', 'recording_damaged', 'recording_missing'], {
      description:
        'rebuilt: damage that was repaired from what is whole, nothing is lost; lost: entries are gone or cannot ' +
        'be read; the others: the file of a recording is not as it was sent',
    }),
    part: Nullable(
      StringEnum(partNames, { description: 'What is concerned; null for a recording' }),
    ),
    content_id: Nullable(Id('cont')),
    filename: Nullable(Type.String({ examples: ['Call with Mary.m4a'] })),
    title: Nullable(ShownTitle),
  },
  { title: 'VerificationFinding' },
)

/** Ours: the check of the library that runs or ran last. */
export const Verification = Type.Object(
  {
    status: StringEnum(['never', 'running', 'completed', 'cancelled', 'failed'], {
      examples: ['completed'],
    }),
    reason: Nullable(
      StringEnum(['requested', 'crash', 'monthly', 'unreadable'], {
        description:
          'crash: the service had ended without stopping; unreadable: something could not be read',
        examples: ['requested'],
      }),
    ),
    step: Nullable(
      StringEnum(['rows', 'indexes', 'tables', 'recordings'], {
        description: 'What is being checked, in this order; recordings only where it was requested',
      }),
    ),
    done: Type.Integer({ description: 'Of this step', examples: [295] }),
    total: Type.Integer({ examples: [295] }),
    findings: Type.Array(Finding, { description: 'The first 100' }),
    finding_count: Type.Integer({ examples: [0] }),
    started_at: Nullable(Timestamp),
    finished_at: Nullable(Timestamp),
  },
  { title: 'Verification' },
)
export type Verification = Static<typeof Verification>
