import type { Command } from 'commander'
import type { Voice } from 'earshot/client'
import { confirm } from './confirm.ts'
import { define, defineList, noun } from './define.ts'
import { findProject } from './find.ts'
import { UsageError, type Io } from './io.ts'

/** earshot voices … */
export function addVoices(io: Io, program: Command): void {
  const voices = noun(program, 'voices', 'people whose voice a project remembers')
  defineList<object, Voice>(io, voices, {
    name: 'list <project>',
    about: 'list them, newest first',
    examples: ['voices list "Sales calls"'],
    columns: [
      ['ID', ({ id }) => id],
      ['NAME', ({ name }) => name],
      ['SAMPLES', ({ sample_count }) => sample_count],
      ['SECONDS', ({ seconds }) => seconds],
      ['UPDATED', ({ updated_at }) => updated_at],
    ],
    load: async (api, query, _options, project = '') => {
      const { id: projectId } = await findProject(api, project)
      return api.listVoices({ path: { projectId }, query })
    },
  })
  define<{ all?: boolean; yes?: boolean }>(io, voices, {
    name: 'forget <project> [voice]',
    about: 'forget one for good, or all',
    options: [
      ['--all', 'all of the project'],
      ['-y, --yes', 'do not ask'],
    ],
    examples: ['voices forget Sales voice_… --yes', 'voices forget Sales --all'],
    run: async ({ api, out, io: own }, { all, yes }, project = '', voiceId) => {
      if (Boolean(all) === Boolean(voiceId)) throw new UsageError('Name a voice, or say --all.')
      const what = voiceId ? `voice ${voiceId}` : `all voices of ${project}`
      if (!yes) await confirm(own, `Forget ${what}?`)
      const client = await api()
      const { id: projectId } = await findProject(client, project)
      const gone = voiceId
        ? await client.deleteVoice({ path: { projectId, voiceId } })
        : await client.forgetVoices({ path: { projectId } })
      out.result(gone.data, [`${what}: forgotten`])
    },
  })
}
