import { EarshotError } from './errors.ts'
import { listAll, type Operations } from './operations.ts'

export type ProjectName = { id: string; name: string; slug: string }

/** The project with this id, slug or name; where there is none, rejects with the names there are. */
export async function findProject(
  api: Pick<Operations, 'listProjects'>,
  nameOrId: string,
): Promise<ProjectName> {
  const projects = await listAllProjects(api)
  const found =
    projects.find(({ id, slug }) => id === nameOrId || slug === nameOrId) ??
    projects.find(({ name }) => name.toLowerCase() === nameOrId.toLowerCase())
  if (found) return found
  const names = projects.map(({ name }) => `"${name}"`).join(', ') || 'none yet'
  const text = `There is no project "${nameOrId}". There are: ${names}.`
  throw new EarshotError(text, { code: 'not_found', status: 404 })
}

/** Every project, newest first. */
export async function listAllProjects(
  api: Pick<Operations, 'listProjects'>,
): Promise<ProjectName[]> {
  const projects: ProjectName[] = []
  for await (const project of listAll(api.listProjects)) projects.push(project)
  return projects
}
