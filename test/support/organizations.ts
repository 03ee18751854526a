import { sql as raw } from 'kysely'
import { newId } from '../../service/core/ids.ts'
import type { Deps } from '../../service/deps.ts'
import { addOrganization } from '../../service/features/org/org.ts'
import { addMember } from '../../service/features/members/members.ts'
import { issueFirstKey } from '../../service/features/api-keys/api-keys.ts'
import type { TestApp } from './app.ts'

export type OtherOrganization = { organizationId: string; key: string; app: TestApp }

let made = 0

/** One more organization with an admin; `app` calls with the admin's key in place of the session's. */
export async function givenOrganization(app: TestApp): Promise<OtherOrganization> {
  made += 1
  const { organizationId, key } = await addOrganizationWithKey(app.deps, made)
  const call: TestApp['call'] = (method, path, options) =>
    app.call(method, path, { key, ...options })
  return { organizationId, key, app: { ...app, sessionToken: key, call } }
}

/** An organization with an admin and the admin's key; `number` is in their names. */
export function addOrganizationWithKey(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  number: number,
): Promise<{ organizationId: string; key: string }> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const names = { name: `Organization ${number}`, slug: `organization-${number}` }
    const organizationId = await addOrganization(tx, names, now)
    const { id: memberId } = await addMember(deps, tx, {
      organization_id: organizationId,
      email: `admin-${number}@example.org`,
      name: null,
      role: 'admin',
      invitation_id: null,
    })
    const { key } = await issueFirstKey(tx, { id: newId('key'), organizationId, memberId, now })
    return { organizationId, key }
  })
}

/** Of every kind of id, the query that tells whose it is. */
const owners: Readonly<Record<string, string>> = {
  org: 'SELECT id, id AS organization FROM organizations',
  ...Object.fromEntries(
    Object.entries({
      ...{ proj: 'projects', prompt: 'prompts', key: 'api_keys', wh: 'webhooks', evt: 'events' },
      ...{ mem: 'members', inv: 'invitations', ntc: 'notices', msv: 'model_servers' },
      ...{ wfl: 'watched_folders', cal: 'calendars', aud: 'audit_log', ses: 'sessions' },
    }).map(([kind, table]) => [kind, `SELECT id, organization_id AS organization FROM ${table}`]),
  ),
  ...Object.fromEntries(
    Object.entries({
      ...{ cont: 'content', ana: 'analysis_runs', trial: 'analysis_runs', ins: 'insights' },
      ...{ act: 'action_items', voice: 'voices' },
    }).map(([kind, table]) => [
      kind,
      `SELECT t.id, organization_id AS organization FROM ${table} t JOIN projects p ON p.id = t.project_id`,
    ]),
  ),
  dlv: 'SELECT d.id, organization_id AS organization FROM deliveries d JOIN webhooks w ON w.id = webhook_id',
  cev: 'SELECT e.id, organization_id AS organization FROM calendar_events e JOIN calendars c ON c.id = calendar_id',
}

/** Whose the things are that a text names, by id; ids of requests and segments are nobody's. */
export async function ownersOf({ deps }: TestApp, text: string): Promise<Map<string, string>> {
  const ids = new Set(text.match(/\b[a-z]+_[0-9a-hjkmnp-tv-z]{26}\b/g))
  const found = new Map<string, string>()
  const byKind = Map.groupBy(ids, (id) => id.slice(0, id.indexOf('_')))
  for (const [kind, named] of byKind) {
    const query = owners[kind]
    if (query === undefined) continue
    const { rows } = await raw<{ id: string; organization: string }>`
      SELECT id, organization FROM (${raw.raw(query)}) owned WHERE id = ANY(${named})`.execute(
      deps.db.sql,
    )
    for (const { id, organization } of rows) found.set(id, organization)
  }
  return found
}
