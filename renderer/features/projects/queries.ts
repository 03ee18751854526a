import {
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  createProject,
  getProject,
  listProjects,
  listPrompts,
  trashProject,
  updateProject,
} from 'earshot/client'
import type { CreateProjectData, TrashItem, UpdateProjectData } from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'
import { usualPromptOfPerson } from './usual-prompt.ts'

const key = ['projects'] as const

/** The first project may be made by a script, or in another window. */
const untilThereIsOne = (items: readonly unknown[] = []) => (items.length === 0 ? 3_000 : false)

export const useProjects = () =>
  usePages({
    key: [...key, 'list'],
    load: (page, signal) => listProjects({ query: { limit: 50, ...page }, signal }),
    refreshMs: untilThereIsOne,
  })

/** Projects to choose from: the first hundred. */
export const useProjectChoices = () =>
  useQuery({
    queryKey: [...key, 'choices'],
    queryFn: async ({ signal }) => (await listProjects({ query: { limit: 100 }, signal })).data,
    refetchInterval: ({ state }) => untilThereIsOne(state.data),
  })

const oneProject = (projectId: string) =>
  queryOptions({
    queryKey: [...key, projectId],
    queryFn: async ({ signal }) => (await getProject({ path: { projectId }, signal })).data,
  })

export const useProject = (projectId: string) => useQuery(oneProject(projectId))

/**
 * What the projects of some items are called. One that is not among those to choose from, since it
 * was made in another window or is beyond the first hundred, is asked for by itself.
 */
export function useProjectNames(
  items: readonly { project_id: string }[] = [],
): (item: { project_id: string }) => string | undefined {
  const { data } = useProjectChoices()
  const isMissing = (id: string) => data?.every((project) => project.id !== id) ?? false
  const missing = [...new Set(items.map(({ project_id: id }) => id))].filter(isMissing)
  const others = useQueries({ queries: missing.map(oneProject) })
  const projects = [...(data ?? []), ...others.flatMap((one) => one.data ?? [])]
  return ({ project_id: id }) => projects.find((project) => project.id === id)?.name
}

export type NewProject = CreateProjectData['body']
export type ProjectChange = UpdateProjectData['body']

/** What a person adds is analysed without being asked, unless they say otherwise; over the API, only on request. */
async function ofPerson({ settings, ...body }: NewProject): Promise<NewProject> {
  const isChosen = settings?.default_prompt_id !== undefined
  const prompts = isChosen ? [] : (await listPrompts({ query: { limit: 100 } })).data
  const usual = { auto_analyze: true, default_prompt_id: usualPromptOfPerson(prompts) }
  return { ...body, settings: { ...usual, ...settings } }
}

export function useCreateProject() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewProject) =>
      (await createProject({ body: await ofPerson(body) })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export function useUpdateProject(projectId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: ProjectChange) =>
      (await updateProject({ path: { projectId }, body })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Into the bin; `then` gets what lies there before anything asks again for the project. */
export function useDeleteProject(projectId: string, then: (item: TrashItem) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => (await trashProject({ path: { projectId } })).data,
    onSuccess: (item) => {
      then(item)
      queries.removeQueries({ queryKey: [...key, projectId] })
      return queries.invalidateQueries({ queryKey: [...key, 'list'] })
    },
  })
}
