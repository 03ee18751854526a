import {
  createEarshot,
  EarshotError,
  findProject,
  listAllProjects,
  type ContentDetail,
  type Earshot,
  type EarshotOptions,
  type ProjectName,
} from 'earshot/client'
import { readConfig } from '../config.ts'
import { findSession } from './discovery.ts'
import { NotRunning } from './errors.ts'

/** The service of EARSHOT_BASE_URL and EARSHOT_API_KEY, else the one of the data folder. */
export const connect = async (env: NodeJS.ProcessEnv): Promise<Earshot> =>
  createEarshot(await findConnection(env))

/** Where that service answers, and the key. */
export async function findConnection(env: NodeJS.ProcessEnv): Promise<EarshotOptions> {
  const { EARSHOT_BASE_URL: baseUrl, EARSHOT_API_KEY: apiKey } = env
  // A person is waiting: after two seconds at most the command says that nobody answers.
  const retries = 3
  if (baseUrl && apiKey) return { baseUrl, apiKey, retries }
  const session = await findSession(readConfig(env).dataDir)
  if (!session) throw new NotRunning()
  return { baseUrl: baseUrl ?? session.service.base_url, apiKey: apiKey ?? session.token, retries }
}

/** The project of `--project`, else the oldest one; null if there is none. */
export const chooseProject = async (api: Earshot, nameOrId?: string): Promise<ProjectName | null> =>
  nameOrId === undefined
    ? ((await listAllProjects(api)).at(-1) ?? null)
    : findProject(api, nameOrId)

/** A recording: in the given project, else in whichever project has it. */
export async function findRecording(
  api: Earshot,
  contentId: string,
  project?: string,
): Promise<{ path: { projectId: string; contentId: string }; content: ContentDetail }> {
  const projects =
    project === undefined ? await listAllProjects(api) : [await findProject(api, project)]
  for (const { id: projectId } of projects) {
    const path = { projectId, contentId }
    const answer = await api
      .getContent({ path, query: { include: 'analyses' } })
      .catch(unlessNotFound)
    if (answer) return { path, content: answer.data }
  }
  const text = `There is no recording ${contentId}${project ? ` in "${project}"` : ''}.`
  throw new EarshotError(text, { code: 'not_found', status: 404 })
}

/** What the path of an item in the bin is filled with; empty where none is called so. */
export async function findInBin(api: Earshot, given: string): Promise<Record<string, string>> {
  for await (const { id, type, name, project_id: projectId } of api.all(api.listTrash)) {
    if (id !== given && name !== given) continue
    if (type === 'prompt') return { promptId: id }
    if (type === 'project') return { projectId: id }
    return { contentId: id, projectId: projectId ?? '' }
  }
  return {}
}

function unlessNotFound(error: unknown): null {
  if (error instanceof EarshotError && error.code === 'not_found') return null
  throw error
}
