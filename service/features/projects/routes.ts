import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import { changeProject, createProject, listProjects, readProject } from './projects.ts'
import { removeProject } from './remove-project.ts'
import { NewProject, Project, ProjectChange, ProjectListItem } from './schema.ts'

const tags = ['projects']
const params = Type.Object({ projectId: Type.String() })

export function projectRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/projects',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listProjects',
        summary: 'Projects, newest first',
        tags,
        querystring: PagingQuery,
        response: { 200: Page(ProjectListItem) },
      },
    },
    async (request) => page(request, await listProjects(deps, request.caller, request.query)),
  )

  app.post(
    '/v1/projects',
    {
      config: { scope: 'write', audit: null, errors: ['slug_taken'] },
      schema: {
        operationId: 'createProject',
        summary: 'Create a project',
        tags,
        body: NewProject,
        response: { 201: Data(Project) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(ok(request, await createProject(deps, request.caller, request.body))),
  )

  app.get(
    '/v1/projects/:projectId',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getProject',
        summary: 'One project with its settings',
        tags,
        params,
        response: { 200: Data(Project) },
      },
    },
    async (request) =>
      ok(request, await readProject(deps, request.caller, request.params.projectId)),
  )

  app.patch(
    '/v1/projects/:projectId',
    {
      config: { scope: 'write', audit: 'project.updated' },
      schema: {
        operationId: 'updateProject',
        summary: 'Change the given fields of a project',
        tags,
        params,
        body: ProjectChange,
        response: { 200: Data(Project) },
      },
    },
    async (request) => {
      const {
        caller,
        body,
        params: { projectId },
      } = request
      return ok(request, await changeProject(deps, caller, projectId, body))
    },
  )

  app.delete(
    '/v1/projects/:projectId',
    {
      config: { scope: 'write', audit: 'project.deleted' },
      schema: {
        operationId: 'deleteProject',
        summary: 'Delete a project with all its recordings, for good',
        tags,
        params,
        response: { 200: Data(Deleted) },
      },
    },
    async (request) =>
      ok(request, await removeProject(deps, request.caller, request.params.projectId)),
  )
}
