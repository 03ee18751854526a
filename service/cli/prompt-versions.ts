import type { Command } from 'commander'
import type { Earshot, PromptVersion } from 'earshot/client'
import { define, defineList } from './define.ts'
import { UsageError, type Io } from './io.ts'

/** earshot prompts versions and restore: what a prompt asked before. */
export function addPromptVersions(io: Io, prompts: Command): void {
  defineList<object, PromptVersion>(io, prompts, {
    name: 'versions <prompt>',
    about: 'list the texts and schemas it had, newest first; --json holds them whole',
    examples: ['prompts versions prompt_…'],
    columns: [
      ['VERSION', ({ version }) => version],
      ['', ({ is_current }) => (is_current ? 'current' : '')],
      ['ANALYSES', ({ analysis_count }) => analysis_count],
      ['MADE BY', ({ edited_by }) => edited_by],
      ['CREATED', ({ created_at }) => created_at],
      ['BEGINS', ({ template }) => beginning(template)],
    ],
    load: (api, query, _options, promptId = '') =>
      api.listPromptVersions({ path: { promptId }, query }),
  })
  define(io, prompts, {
    name: 'restore <prompt> <version>',
    about: 'return to the text and schema of a version, as a new one',
    examples: ['prompts restore prompt_… 2'],
    run: async ({ api, out }, _options, promptId = '', number = '') => {
      const client = await api()
      const { template, output_schema } = await findVersion(client, promptId, Number(number))
      const body = { template, output_schema }
      out.record((await client.updatePrompt({ path: { promptId }, body })).data)
    },
  })
}

async function findVersion(api: Earshot, promptId: string, number: number): Promise<PromptVersion> {
  for await (const one of api.all(api.listPromptVersions, { path: { promptId } })) {
    if (one.version === number) return one
  }
  throw new UsageError(`This prompt has no version ${number}; see earshot prompts versions.`)
}

/** The first words of a text, on one line. */
const beginning = (text: string): string => {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length > 40 ? `${line.slice(0, 39)}…` : line
}
