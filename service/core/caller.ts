import { ApiError } from './errors.ts'
import { isId, type Id } from './ids.ts'

export type Scope = 'read' | 'write'

/** Who makes the request and what that permits. `projectIds` null means every project. */
export type Caller = {
  /** The API key, or the session of a member who signed in with a browser. */
  keyId: Id<'key'> | Id<'ses'>
  organizationId: Id<'org'>
  keyType: 'secret' | 'publishable'
  scopes: readonly Scope[]
  projectIds: readonly string[] | null
  /** The member who created the key or signed in, with that member's role in the organization. */
  memberId: Id<'mem'>
  role: 'admin' | 'member'
  /** The Api-Version pinned when the key was created (api-choices.md 16). */
  apiVersion: string
  /** When the key expires; null for one that does not, and for a session, which makes nothing that ends with it. */
  expiresAt: Date | null
  /** The origins whose pages may upload with this key; only publishable keys name any. */
  allowedOrigins?: readonly string[]
  /** Whether this is the hidden key of the app and the command line on this machine. */
  isSession: boolean
}

/** The session of a member who signed in with a browser; null where an API key is used. */
export const sessionIdOf = ({ keyId }: Pick<Caller, 'keyId'>): Id<'ses'> | null =>
  isId('ses', keyId) ? keyId : null

/** The projects that somebody, or the service itself, works in. */
export type Reach = Pick<Caller, 'organizationId' | 'projectIds'>

export const mayReach = (caller: Pick<Reach, 'projectIds'>, projectId: string): boolean =>
  caller.projectIds === null || caller.projectIds.includes(projectId)

/**
 * Choice: keys of members who are not admins cannot manage people, other members' keys or the
 * organization. Throws insufficient_permissions.
 */
export function requireAdmin(caller: Caller): void {
  if (caller.role !== 'admin') {
    throw new ApiError('insufficient_permissions', 'Only an admin of the organization may do this.')
  }
}

/** For what only the app and the command line on this machine may do. */
export function requireSession(caller: Caller): void {
  if (caller.isSession) return
  const text = 'Only the app and the command line on this machine may do this.'
  throw new ApiError('insufficient_permissions', text)
}

/** Spec: Authentication 5. A restricted key gets 403 for any other project. */
export function requireReach(caller: Pick<Reach, 'projectIds'>, projectId: string): void {
  if (!mayReach(caller, projectId)) {
    throw new ApiError('project_access_denied', 'This API key is restricted to other projects.')
  }
}

/** For what all projects share: a key restricted to some of them may use it, and changes none of it. */
export function requireUnrestricted(caller: Caller): void {
  if (caller.projectIds === null) return
  const text = 'This takes an API key that is not restricted to projects.'
  throw new ApiError('project_access_denied', text)
}

/** Operations on the machine itself require an admin's key that is not restricted to projects. */
export function requireMachineAdmin(caller: Caller): void {
  requireAdmin(caller)
  requireUnrestricted(caller)
}
