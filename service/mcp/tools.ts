import { questionTools } from './question-tools.ts'
import { recordingTools } from './recording-tools.ts'
import { resultTools } from './result-tools.ts'
import type { Tool } from './tool.ts'
import { writingTools } from './writing-tools.ts'

export const tools: readonly Tool[] = [
  ...questionTools,
  ...recordingTools,
  ...resultTools,
  ...writingTools,
]

/** What reading a resource and getting a prompt are called where the name of a tool stands. */
export const readResource = 'read_resource'
export const getPrompt = 'get_prompt'

/** All that a request may be made for (see http/assistants.ts). */
export const toolNames: ReadonlySet<string> = new Set([
  ...tools.map(({ name }) => name),
  readResource,
  getPrompt,
])
