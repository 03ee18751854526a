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
}

export const mayReach = (caller: Caller, projectId: string): boolean =>
  caller.projectIds === null || caller.projectIds.includes(projectId)

/** Spec: Authentication 5, a restricted key gets 403 on another project. */
export function requireReach(caller: Caller, projectId: string): void {
  if (!mayReach(caller, projectId)) {
    throw new ApiError('project_access_denied', 'This API key is restricted to other projects.')
  }
}
