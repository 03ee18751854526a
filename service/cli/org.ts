import { Option, type Command } from 'commander'
import type { OrganizationChange } from 'earshot/client'
import { define, noun, toCount } from './define.ts'
import { UsageError, type Io } from './io.ts'
import { readVocabulary } from './speech-options.ts'

type Changes = {
  name?: string
  prompt?: string
  vocabulary?: string
  minutes?: number
  storage?: number
}

/** earshot org … */
export function addOrg(io: Io, program: Command): void {
  const org = noun(program, 'org', 'the organization: name, limits, what is used')
  define(io, org, {
    name: 'show',
    about: 'show it',
    examples: ['org show', 'org show --json | jq .usage'],
    run: async ({ api, out }) => out.record((await (await api()).getOrganization()).data),
  })
  define<Changes>(io, org, {
    name: 'set',
    about: 'change its name, default prompt, vocabulary or limits',
    options: [
      ['--name <name>', 'its name'],
      ['--prompt <id>', 'the prompt of projects that have none of their own'],
      ['--vocabulary <file>', 'names and terms of all projects, each on a line'],
      new Option('--minutes <number>', 'minutes to transcribe per month').argParser(toCount),
      new Option('--storage <gb>', 'gigabytes to store').argParser(toCount),
    ],
    examples: ['org set --name "North Ltd"', 'org set --minutes 6000 --storage 200'],
    run: async ({ api, out }, changes) => {
      const body = await toBody(changes)
      if (Object.keys(body).length === 0) throw new UsageError('Say what to change; see --help.')
      out.record((await (await api()).updateOrganization({ body })).data)
    },
  })
}

async function toBody(changes: Changes): Promise<OrganizationChange> {
  const { name, prompt, vocabulary, minutes, storage } = changes
  const settings = {
    ...(prompt !== undefined && { default_prompt_id: prompt }),
    ...(vocabulary !== undefined && { vocabulary: await readVocabulary(vocabulary) }),
  }
  const usage = {
    ...(minutes !== undefined && { transcription_minutes: { limit: minutes } }),
    ...(storage !== undefined && { storage_gb: { limit: storage } }),
  }
  return {
    ...(name !== undefined && { name }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(Object.keys(usage).length > 0 && { usage }),
  }
}
