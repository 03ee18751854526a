import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { createOrganization } from './new-organization.ts'
import { changeOrganization, readOrganization } from './org.ts'
import { AddedOrganization, NewOrganization, Organization, OrganizationChange } from './schema.ts'

export function orgRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/org',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getOrganization',
        summary: 'The organization of the API key',
        tags: ['organization'],
        response: { 200: Data(Organization) },
      },
    },
    async (request) => ok(request, await readOrganization(deps, request.caller)),
  )

  app.patch(
    '/v1/org',
    {
      config: { scope: 'write', audit: 'organization.updated' },
      schema: {
        operationId: 'updateOrganization',
        summary: 'Change the name, the default prompt, the vocabulary or the limits',
        tags: ['organization'],
        body: OrganizationChange,
        response: { 200: Data(Organization) },
      },
    },
    async (request) => ok(request, await changeOrganization(deps, request.caller, request.body)),
  )

  app.post(
    '/v1/organizations',
    {
      config: { scope: 'write', audit: 'organization.created' },
      schema: {
        operationId: 'createOrganization',
        summary: 'Add an organization to this installation',
        ...addition,
        description:
          'Takes the key of the app or the command line on the machine itself. Its owner is a member at once.',
        tags: ['organization'],
        body: NewOrganization,
        response: { 201: Data(AddedOrganization) },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return ok(request, await createOrganization(deps, request.caller, request.body))
    },
  )
}
