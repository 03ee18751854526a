import { findProject, listAllProjects, type ContentItem, type Earshot } from '../client/index.ts'
import { Type, type TSchema } from 'typebox'
import { problem } from './data.ts'

/** The arguments of a tool; unknown ones are refused. */
export const Arguments = <const Fields extends Record<string, TSchema>>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

export const RecordingId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Id of a recording, cont_…, as search and list_recordings tell it',
})
export const ProjectName = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Only in this project: its id, slug or name',
  }),
)
export const After = Type.Optional(
  Type.String({
    maxLength: 40,
    description: 'Only recordings added to Earshot after this ISO 8601 time',
  }),
)
export const Before = Type.Optional(
  Type.String({
    maxLength: 40,
    description: 'Only recordings added to Earshot before this ISO 8601 time',
  }),
)
export const page = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 25, description: 'How many at most; 10 by default' }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'next_cursor of the page before, to go on there',
    }),
  ),
}

/** The fields that were given, under the names that the API has for them. */
export const toQuery = <Query extends object>(fields: Query) =>
  // What is left out is left out of the request, too.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Query]: NonNullable<Query[Name]>
  }

type Paged = { limit?: number | undefined; cursor?: string | undefined }
export const toPage = ({ limit = 10, cursor }: Paged) => toQuery({ limit, cursor })

export const projectIdOf = async (
  api: Earshot,
  name: string | undefined,
): Promise<string | undefined> =>
  name === undefined ? undefined : (await findProject(api, name)).id

/** The project of this name; without a name the only one there is. */
export async function chooseProject(api: Earshot, name: string | undefined): Promise<string> {
  if (name !== undefined) return (await findProject(api, name)).id
  const projects = await listAllProjects(api)
  if (projects.length === 1 && projects[0]) return projects[0].id
  const names = projects.map((one) => `"${one.name}"`).join(', ') || 'none yet'
  throw problem('project_required', `Say which project. There are: ${names}.`)
}

/** A recording, in whichever project it is. */
export async function findRecording(api: Earshot, id: string): Promise<ContentItem> {
  const { data } = await api.listAllContent({ query: { ids: id } })
  const found = data.find((one) => one.id === id)
  if (found) return found
  throw problem('not_found', `There is no recording ${id} that this key may read.`)
}

/** What the paths of a recording's operations are filled with. */
export const pathOf = ({ id, project_id: projectId }: ContentItem) => ({ projectId, contentId: id })
