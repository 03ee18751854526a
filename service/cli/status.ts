import pc from 'picocolors'
import type { Client, Content, Org, Project } from './client.ts'

/** What the service holds and works on, as a value and as lines for a person. */
export async function readStatus(client: Client) {
  const org = await client.get<Org>('/v1/org')
  const projects = await client.list<Project>('/v1/projects')
  const processing: Content[] = []
  for (const { id } of projects) {
    const items = await client.list<Content>(`/v1/projects/${id}/content?status=processing`)
    processing.push(...items)
  }
  const recordings = projects.reduce((sum, project) => sum + project.content_count, 0)
  const { transcription_minutes: minutes, storage_gb: storage } = org.usage
  const value = { organization: org, projects, recordings, processing }
  const lines = [
    pc.bold('Earshot is running'),
    `${count(recordings, 'recording')} in ${count(projects.length, 'project')}`,
    `${round(minutes.used)} minutes transcribed this month, ${round(storage.used)} GB stored`,
    processing.length === 0 ? 'Nothing is being processed' : 'Being processed:',
    ...processing.map(({ filename, stage, progress }) => `  ${filename}${told(stage, progress)}`),
  ]
  return { value, lines }
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
const round = (number: number) => Math.round(number * 100) / 100
const told = (stage: string | null | undefined, progress: number | null | undefined) =>
  stage ? `: ${stage}${progress ? ` ${Math.round(progress * 100)} %` : ''}` : ''
