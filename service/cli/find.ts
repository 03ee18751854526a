import { EarshotError, type ContentDetail, type Earshot } from 'earshot/client'

type Named = { id: string; name: string; slug: string }

/** The project with this id, slug or name. */
export async function findProject(api: Earshot, nameOrId: string): Promise<Named> {
  const projects = await listProjects(api)
  const found =
    projects.find(({ id, slug }) => id === nameOrId || slug === nameOrId) ??
    projects.find(({ name }) => name.toLowerCase() === nameOrId.toLowerCase())
  if (found) return found
  const names = projects.map(({ name }) => `"${name}"`).join(', ') || 'none yet'
  throw new Error(`There is no project "${nameOrId}". There are: ${names}.`)
}

/** Every project, newest first. */
export const listProjects = (api: Earshot): Promise<Named[]> =>
  Array.fromAsync(api.all(api.listProjects))

/** The project of `--project`, else the oldest one; null where there is none. */
export const chooseProject = async (api: Earshot, nameOrId?: string): Promise<Named | null> =>
  nameOrId === undefined ? ((await listProjects(api)).at(-1) ?? null) : findProject(api, nameOrId)

/** Where a recording lies: in the project named, else in whichever has it. */
export async function findRecording(
  api: Earshot,
  contentId: string,
  project?: string,
): Promise<{ path: { projectId: string; contentId: string }; content: ContentDetail }> {
  const places = project === undefined ? await listProjects(api) : [await findProject(api, project)]
  for (const { id: projectId } of places) {
    const path = { projectId, contentId }
    const answer = await api
      .getContent({ path, query: { include: 'analyses' } })
      .catch(unlessNotFound)
    if (answer) return { path, content: answer.data }
  }
  const text = `There is no recording ${contentId}${project ? ` in "${project}"` : ''}.`
  throw new EarshotError(text, { code: 'not_found', status: 404 })
}

function unlessNotFound(error: unknown): null {
  if (error instanceof EarshotError && error.code === 'not_found') return null
  throw error
}
