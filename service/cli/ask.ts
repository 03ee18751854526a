import { Option, type Command } from 'commander'
import type { Answer } from 'earshot/client'
import { define, toCount } from './define.ts'
import { findProject } from './find.ts'
import type { Io } from './io.ts'

/** earshot ask … */
export function addAsk(io: Io, program: Command): void {
  define<{ recording?: string; limit?: number }>(io, program, {
    name: 'ask <project> <question...>',
    about: 'ask what was said; the answer is quoted with its time',
    options: [
      ['--recording <id>', 'ask this recording only'],
      new Option('--limit <number>', 'how many quotes at most').argParser(toCount),
    ],
    examples: [
      'ask Sales "When do we send the contract?"',
      'ask Sales "Who signs?" --recording cont_01kayr3c9nfq4tq4h6zr6yv0b2',
    ],
    run: async ({ api, out }, { recording, limit }, project = '', ...words) => {
      const client = await api()
      const { id: projectId } = await findProject(client, project)
      const body = {
        question: words.join(' '),
        ...(recording !== undefined && { content_id: recording }),
        ...(limit !== undefined && { limit }),
      }
      const { data } = await client.askQuestion({ path: { projectId }, body })
      out.result(data, toLines(data))
    },
  })
}

function toLines({ answer, quotes }: Answer): string[] {
  if (answer === null) return ['This was not found in these recordings.']
  const lines = quotes.flatMap(({ filename, start, speaker, text }) => [
    '',
    `${filename}, ${toClock(start)}, ${speaker}:`,
    `  ${text}`,
  ])
  return [answer, ...lines]
}

/** 1:02:03, as players show it. */
function toClock(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(rest).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${tail}` : tail
}
