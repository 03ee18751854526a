import type { Earshot } from 'earshot/client'
import { command } from './command.ts'

/** earshot status */
export const status = command({
  line: 'status',
  about: 'say what runs, what is stored and what is being worked on',
  examples: ['status', 'status --json'],
  run: async ({ api, out }) => {
    const { value, lines } = await readStatus(await api())
    out.result(value, [out.colors.bold('Earshot is running'), ...lines])
  },
})

/** What the service holds and works on, as a value and as lines for a person. */
async function readStatus(api: Earshot) {
  const { data: org } = await api.getOrganization()
  const projects = await Array.fromAsync(api.all(api.listProjects))
  const query = { status: 'processing' as const }
  const processing = await Array.fromAsync(api.all(api.listAllContent, { query }))
  const recordings = projects.reduce((sum, project) => sum + project.content_count, 0)
  const { transcription_minutes: minutes, storage_gb: storage } = org.usage
  const value = { organization: org, projects, recordings, processing }
  const lines = [
    `${count(recordings, 'recording')} in ${count(projects.length, 'project')}`,
    `${round(minutes.used)} minutes transcribed this month, ${round(storage.used)} GB stored`,
    processing.length === 0 ? 'Nothing is being processed' : 'Being processed:',
    ...processing.map(({ filename, stage, progress }) => `  ${filename}${toStep(stage, progress)}`),
  ]
  return { value, lines }
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
const round = (number: number) => Math.round(number * 100) / 100
const toStep = (stage: string | null, progress: number | null) =>
  stage ? `: ${stage}${progress ? ` ${Math.round(progress * 100)} %` : ''}` : ''
