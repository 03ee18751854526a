import type { Project } from '../support/path-client.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import type { Ledger } from './ledger.ts'

/** An empty ledger of a new project, with a prompt that every engine can answer. */
export async function prepareLedger({ client }: ServiceProcess): Promise<Ledger> {
  const { id } = await client.post<Project>('/v1/projects', { name: 'Crash test' })
  const prompt = await client.post<{ id: string }>('/v1/prompts', {
    name: 'Short',
    template: 'Sum it up: {{transcript}}',
    output_schema: { type: 'object', properties: { summary: { type: 'string' } } },
  })
  return { projectId: id, promptId: prompt.id, items: [], keys: [] }
}
