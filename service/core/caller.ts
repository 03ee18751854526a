import { ApiError } from './errors.ts'
import type { Id } from './ids.ts'

export type Scope = 'read' | 'write'

/** Who makes the request: what one API key may do. `projectIds` null means every project. */
export type Caller = {
  keyId: Id<'key'>
  organizationId: Id<'org'>
  keyType: 'secret' | 'publishable'
  scopes: readonly Scope[]
  projectIds: readonly string[] | null
  /** The member who made the key, and what that member may do in the organization. */
  memberId: Id<'mem'>
  role: 'admin' | 'member'
  /** The Api-Version pinned when the key was made (api-choices.md 16). */
  apiVersion: string
  /** The hidden key of the app and the command line on this machine. */
  isSession: boolean
}

export const mayReach = (caller: Caller, projectId: string): boolean =>
  caller.projectIds === null || caller.projectIds.includes(projectId)

/** Choice: keys of a member who is no admin do not manage people, keys of others or the organization. */
export function requireAdmin(caller: Caller): void {
  if (caller.role !== 'admin') {
    throw new ApiError('insufficient_permissions', 'Only an admin of the organization may do this.')
  }
}

/** Spec: Authentication 5, a restricted key gets 403 on another project. */
export function requireReach(caller: Caller, projectId: string): void {
  if (!mayReach(caller, projectId)) {
    throw new ApiError('project_access_denied', 'This API key is restricted to other projects.')
  }
}

/** What concerns this machine as a whole is for admins, and not for keys restricted to projects. */
export function requireMachineAdmin(caller: Caller): void {
  requireAdmin(caller)
  if (caller.projectIds === null) return
  const text = 'A key restricted to projects may not do this.'
  throw new ApiError('insufficient_permissions', text)
}
