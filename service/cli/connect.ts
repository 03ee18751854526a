import { createEarshot, EarshotError, type ContentDetail, type Earshot } from 'earshot/client'
import { readConfig } from '../config.ts'
import { findSession } from './discovery.ts'
import { NotRunning } from './errors.ts'

/** The service of EARSHOT_BASE_URL and EARSHOT_API_KEY, else the one of the data folder. */
export async function connect(env: NodeJS.ProcessEnv): Promise<Earshot> {
  const { EARSHOT_BASE_URL: baseUrl, EARSHOT_API_KEY: apiKey } = env
  // A person is waiting: after two seconds at most the command says that nobody answers.
  if (baseUrl && apiKey) return createEarshot({ baseUrl, apiKey, retries: 3 })
  const session = await findSession(readConfig(env).dataDir)
  if (!session) throw new NotRunning()
  return createEarshot({
    baseUrl: baseUrl ?? session.service.base_url,
    apiKey: apiKey ?? session.token,
    retries: 3,
  })
}

type ProjectName = { id: string; name: string; slug: string }

/** The project with this id, slug or name. */
export async function findProject(api: Earshot, nameOrId: string): Promise<ProjectName> {
  const projects = await listProjects(api)
  const found =
    projects.find(({ id, slug }) => id === nameOrId || slug === nameOrId) ??
    projects.find(({ name }) => name.toLowerCase() === nameOrId.toLowerCase())
  if (found) return found
  const names = projects.map(({ name }) => `"${name}"`).join(', ') || 'none yet'
  throw new Error(`There is no project "${nameOrId}". There are: ${names}.`)
}

/** Every project, newest first. */
export const listProjects = (api: Earshot): Promise<ProjectName[]> =>
  Array.fromAsync(api.all(api.listProjects))

/** The project of `--project`, else the oldest one; null if there is none. */
export const chooseProject = async (api: Earshot, nameOrId?: string): Promise<ProjectName | null> =>
  nameOrId === undefined ? ((await listProjects(api)).at(-1) ?? null) : findProject(api, nameOrId)

/** A recording: in the given project, else in whichever project has it. */
export async function findRecording(
  api: Earshot,
  contentId: string,
  project?: string,
): Promise<{ path: { projectId: string; contentId: string }; content: ContentDetail }> {
  const projects =
    project === undefined ? await listProjects(api) : [await findProject(api, project)]
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
