import {
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptResult,
  type McpServer,
} from '@modelcontextprotocol/server'
import type { ContentItem, Earshot, Prompt } from '../client/index.ts'
import { fillPlaceholders } from '../client/prompt-placeholders.ts'
import { toClock } from '../core/clock-time.ts'
import { languageName } from '../core/language-name.ts'
import { toSlug } from '../core/slug.ts'
import { findRecording, pathOf } from './arguments.ts'
import type { Clients, Connect } from './clients.ts'
import { cut, notice, onlyVisible } from './data.ts'
import { transcriptText, transcriptUri } from './resources.ts'
import { getPrompt } from './tools.ts'
import { toOneLine } from './transcript-lines.ts'

const recordingArgument = {
  name: 'recording',
  description: 'Id of a recording, cont_…',
  required: true,
}

/** The prompts of the organization, for the assistant’s own model to answer: each is put to a recording. */
export function addPrompts(server: McpServer, connect: Connect): void {
  server.server.registerCapabilities({ prompts: {} })
  server.server.setRequestHandler('prompts/list', async () => {
    const { find } = await connect(getPrompt)
    const named = await listNamed(find)
    const prompts = named.map(([name, prompt]) => ({
      name,
      title: prompt.name,
      ...(prompt.description && { description: cut(prompt.description, 300) }),
      arguments: [recordingArgument],
    }))
    return { prompts }
  })
  server.server.setRequestHandler('prompts/get', async ({ params }) => {
    const clients = await connect(getPrompt)
    const named = await listNamed(clients.find)
    const prompt = named.find(([name]) => name === params.name)?.[1]
    const id = params.arguments?.['recording']
    if (!prompt) throw invalid(`There is no prompt ${params.name}.`)
    if (id === undefined) throw invalid('recording is required: the id of a recording.')
    return putTo(clients, prompt, await findRecording(clients.find, id))
  })
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

/** Each under a name that can be typed; its id where another one is called the same. */
async function listNamed(api: Earshot): Promise<[string, Prompt][]> {
  const named = new Map<string, Prompt>()
  const { data } = await api.listPrompts({ query: { limit: 100 } })
  for (const prompt of data.toReversed()) {
    const slug = toSlug(prompt.name)
    named.set(slug === '' || named.has(slug) ? prompt.id : slug, prompt)
  }
  return [...named]
}

async function putTo(
  { find, api }: Clients,
  prompt: Prompt,
  item: ContentItem,
): Promise<GetPromptResult> {
  const path = pathOf(item)
  const { data } = await api.getTranscript({ path })
  const project = (await find.getProject({ path })).data
  const instructions = fillPlaceholders(prompt.template, {
    transcript: '(the attached transcript)',
    filename: toValue(item.filename),
    duration: item.duration_seconds === null ? 'unknown' : toClock(item.duration_seconds),
    language: languageName(data.language) ?? 'unknown',
    speakers: toValue(data.speakers.map(({ name, label }) => name ?? label).join(', ')),
    project_name: toValue(project.name),
    date: item.recorded_at.slice(0, 10),
  })
  const schema = prompt.output_schema
    ? `\n\nAnswer in JSON that fits this schema: ${JSON.stringify(prompt.output_schema)}`
    : ''
  const uri = transcriptUri(path)
  const text = `${notice}\n\n${onlyVisible(transcriptText(data))}`
  return {
    messages: [
      { role: 'user', content: { type: 'text', text: `${instructions}${schema}` } },
      {
        role: 'user',
        content: { type: 'resource', resource: { uri, mimeType: 'text/plain', text } },
      },
    ],
  }
}

/** A name, which is data too: on one line, without a placeholder of its own. */
const toValue = (text: string): string =>
  onlyVisible(cut(toOneLine(text).replaceAll(/[{}]/g, ''), 200))
