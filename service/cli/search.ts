import type { AskResult } from 'earshot/client'
import { toClock } from '../core/clock-time.ts'
import { plainHighlight } from '../core/plain-highlight.ts'
import { operation } from './operation.ts'

const inOneProject = [
  '--project <project>',
  'only in this project: id, slug or name',
  'project_id',
] as const

/** earshot search … */
export const search = operation(
  'searchContent',
  'search <words...>',
  'find recordings in which this was said',
  {
    options: [
      inOneProject,
      ['--status <status>', 'only those in this state'],
      ['--after <time>', 'only those made after this ISO 8601 time', 'created_after'],
      ['--before <time>', 'only those made before this ISO 8601 time', 'created_before'],
      ['--speaker <name>', 'only what this speaker said: the name as it is shown'],
    ],
    examples: [
      'search contract renewal',
      'search price --project Sales --json',
      'search contract --speaker Mary',
    ],
    columns: {
      ID: 'id',
      PROJECT: 'project_name',
      NAME: 'filename',
      WHERE: ({ highlight }) => plainHighlight(highlight),
    },
    fields: (_options, ...words) => ({ q: words.join(' ') }),
  },
)

/** earshot search-speakers … */
export const searchSpeakers = operation(
  'listSearchSpeakers',
  'search-speakers [beginning]',
  'list the names of speakers that --speaker of search takes',
  {
    options: [inOneProject],
    examples: ['search-speakers', 'search-speakers ma --project Sales'],
    columns: { NAME: 'name', RECORDINGS: 'content_count' },
    fields: (_options, beginning) => (beginning ? { q: beginning } : {}),
  },
)

/** earshot ask … */
export const ask = operation(
  'askQuestion',
  'ask <project> <question...>',
  'ask what was said; the answer is quoted with its time',
  {
    options: [
      ['--recording <id>', 'ask this recording only', 'content_id'],
      ['--limit <number>', 'how many quotes at most'],
    ],
    examples: [
      'ask Sales "When do we send the contract?"',
      'ask Sales "Who signs?" --recording cont_01kayr3c9nfq4tq4h6zr6yv0b2',
    ],
    fields: (_options, _project, ...words) => ({ question: words.join(' ') }),
    lines: answerLines,
  },
)

/** earshot ask-all … */
export const askAll = operation(
  'askLibrary',
  'ask-all <question...>',
  'ask what was said in all recordings; the answer is quoted with its time',
  {
    options: [
      inOneProject,
      ['--recording <id>', 'ask this recording only', 'content_id'],
      ['--limit <number>', 'how many quotes at most'],
    ],
    examples: ['ask-all "What did Mary promise last week?"'],
    fields: (_options, ...words) => ({ question: words.join(' ') }),
    lines: answerLines,
  },
)

function answerLines({ answer, quotes }: AskResult): string[] {
  if (answer === null) return ['This was not found in these recordings.']
  const lines = quotes.flatMap(({ filename, start, speaker, text }) => [
    '',
    `${filename}, ${toClock(start)}, ${speaker}:`,
    `  ${text}`,
  ])
  return [answer, ...lines]
}
