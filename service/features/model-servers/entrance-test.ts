import { Type, type Static } from 'typebox'
import type { EntranceResult } from '../../engine/reading/entrance.ts'
import { Nullable, StringEnum } from '../../http/shapes.ts'

/** Ours: how a language model reads recordings, told by what it made of a short talk. */
export const EntranceTest = Nullable(
  Type.Object(
    {
      reads: StringEnum(['whole', 'passages'], {
        description:
          'Everything at once with each statement citing its lines, or, as small models do, the telling passages',
        examples: ['whole'],
      }),
      failed: Type.Array(Type.String(), {
        description: 'The checks of the test that it failed',
        examples: [['cites_lines']],
      }),
    },
    {
      title: 'EntranceTest',
      description: 'Null for other kinds, and before a language model took the test',
    },
  ),
)

export type EntranceTest = Static<typeof EntranceTest>

/** How a model reads a recording, by its test. */
export const toEntranceTest = (tested: EntranceResult | undefined): EntranceTest =>
  tested === undefined
    ? null
    : {
        reads: tested.isPassed ? 'whole' : 'passages',
        failed: Object.entries(tested.checks)
          .filter(([, isPassed]) => !isPassed)
          .map(([check]) => check),
      }
