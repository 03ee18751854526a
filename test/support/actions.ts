import type { TestApp } from './app.ts'
import { scriptedWriter, written } from './engine.ts'
import { givenRecording } from './factory.ts'

/** A writer that finds one task in every recording; it can fill the schemas of the prompts "Sales call" and "Meeting", too. */
export const writerOfTasks = () =>
  scriptedWriter(async ({ schema, segments }) => {
    const summary = 'A contract.'
    const fields = JSON.stringify(schema)
    if (!fields.includes('"sentiment"')) {
      const task = { task: 'Send the contract', owner: 'Ada' }
      const evidence = { '/action_items/0/task': segments.slice(0, 1).map(({ id }) => id) }
      return { ...written({ summary, action_items: [task] }), evidence }
    }
    const isSale = fields.includes('"deal_probability"')
    const rest = isSale
      ? { deal_probability: 0.5, objections: [] }
      : { decisions: [], questions: [], discussion: [], risks: [], quotes: [] }
    const none = { key_topics: [], ...rest }
    const tasks = ['Ada sends the contract']
    return written({ summary, sentiment: 'neutral', action_items: tasks, ...none })
  })

/** An action item of a recording made for it; needs `writerOfTasks`. */
export async function givenAction(app: TestApp, projectId: string): Promise<string> {
  const project = `/v1/projects/${projectId}`
  const prompt = { name: 'Tasks', template: '{{transcript}}', output_schema: { type: 'object' } }
  const { id: prompt_id } = (await app.call('POST', '/v1/prompts', { body: prompt })).body.data
  const contentId = await givenRecording(app, projectId)
  const analyze = `${project}/content/${contentId}/analyze`
  await app.call('POST', analyze, { body: { prompt_id } })
  await app.idle()
  const { data } = (await app.call('GET', `${project}/actions`)).body
  return data[0].id
}
