import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import { changeMember, listMembers, readMember, removeMember } from './members.ts'
import { Member, MemberChange } from './schema.ts'

const tags = ['members']
const params = Type.Object({ memberId: Type.String() })

export function memberRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/members',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listMembers',
        summary: 'Members of the organization, newest first',
        tags,
        querystring: PagingQuery,
        response: { 200: Page(Member) },
      },
    },
    async (request) => page(request, await listMembers(deps, request.caller, request.query)),
  )

  app.get(
    '/v1/members/:memberId',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getMember',
        summary: 'One member',
        tags,
        params,
        response: { 200: Data(Member) },
      },
    },
    async (request) => ok(request, await readMember(deps, request.caller, request.params.memberId)),
  )

  app.patch(
    '/v1/members/:memberId',
    {
      config: {
        scope: 'write',
        audit: 'member.updated',
        errors: ['last_admin', 'resource_protected'],
      },
      schema: {
        operationId: 'updateMember',
        summary: 'Change the role of a member',
        description:
          'Needs an admin’s key that is not restricted to projects. The last admin and the owner keep their role.',
        tags,
        params,
        body: MemberChange,
        response: { 200: Data(Member) },
      },
    },
    async (request) => {
      const { caller, body, params: at } = request
      return ok(request, await changeMember(deps, caller, at.memberId, body))
    },
  )

  app.delete(
    '/v1/members/:memberId',
    {
      config: {
        scope: 'write',
        audit: 'member.removed',
        errors: ['resource_protected', 'cannot_revoke_current_key'],
      },
      schema: {
        operationId: 'deleteMember',
        summary: 'Remove a member and revoke the keys the member made',
        description:
          'Needs an admin’s key that is not restricted to projects, and not one of the member’s own. The owner cannot be removed. Webhooks that the member made go on; a notice names those that send.',
        tags,
        params,
        response: { 200: Data(Deleted) },
      },
    },
    async (request) =>
      ok(request, await removeMember(deps, request.caller, request.params.memberId)),
  )
}
