import path from 'node:path'
import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { toIsoOrNull } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { describeBox } from '../../engine/box/box.ts'
import { isOnThisMachine } from '../../engine/connected/server-address.ts'
import { readFetched } from '../../engine/models/fetched-models.ts'
import type { Privacy } from './schema.ts'
import { selectCalendarHosts, selectInvited, selectReceivers, selectServers } from './store.ts'

/** Every way by which anything leaves this machine, as it is set up now. */
export async function readPrivacy(
  { db, config, blobs }: Pick<Deps, 'db' | 'config' | 'blobs'>,
  caller: Caller,
): Promise<Privacy> {
  requireMachineAdmin(caller)
  const { organizationId } = caller
  const { listen, openId } = config.publicAccess
  const receivers = await selectReceivers(db.sql, organizationId)
  const { pending, last_sent_at: lastSentAt } = await selectInvited(db.sql, organizationId)
  const servers = await selectServers(db.sql, organizationId)
  const calendars = await selectCalendarHosts(db.sql, organizationId)
  const mirror = config.modelsMirror ?? config.modelHub
  const fetched = await readFetched(path.join(config.dataDir, 'models'))
  return {
    webhooks: receivers.map(({ id, url, is_active, events, include_result, ...last }) => ({
      id,
      host: hostOf(url),
      is_active,
      all_events: events.includes('*'),
      events,
      include_result,
      last_delivery_at: toIsoOrNull(last.last_delivery_at),
      last_success_at: toIsoOrNull(last.last_success_at),
    })),
    mail_server: config.smtpUrl === null ? null : { host: hostOf(config.smtpUrl) },
    invitations: { pending, last_sent_at: toIsoOrNull(lastSentAt) },
    model_downloads: fetched.map(({ id, host, bytes, at }) => ({ model_id: id, host, bytes, at })),
    model_servers: servers.map(({ id, base_url: url, is_used: isUsed }) => ({
      id,
      host: hostOf(url),
      is_local: isOnThisMachine(url),
      is_encrypted: url.startsWith('https:'),
      is_used: isUsed,
    })),
    calendars: calendars.map(({ read_at: readAt, ...calendar }) => ({
      ...calendar,
      read_at: toIsoOrNull(readAt),
    })),
    recording_store: await readStore({ blobs, config }),
    database_server:
      config.databaseUrl === null ? null : { host: databaseHostOf(config.databaseUrl) },
    trace_receiver: config.traces && { host: hostOf(config.traces.url) },
    model_mirror: mirror === null ? null : { host: hostOf(mirror) },
    listens_on: listen ? 'other_machines' : 'this_machine',
    sign_in_provider: openId && { host: hostOf(openId.issuer) },
    engine_isolation: describeBox({ hasShell: config.appOrigin !== null }),
    public_host: config.publicBaseUrl === null ? null : hostOf(config.publicBaseUrl),
  }
}

async function readStore({ blobs, config }: Pick<Deps, 'blobs' | 'config'>) {
  if (!blobs.direct || !config.store) return null
  const origin = await blobs.direct.origin()
  const isEncrypted = origin.startsWith('https:')
  return { host: hostOf(origin), bucket: config.store.bucket, is_encrypted: isEncrypted }
}

/** Without a host it is no address to `URL`; then it is in the query, or a folder with a socket of this machine. */
export function databaseHostOf(address: string): string {
  const host = /^\w+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(address)?.[1]
  const named = new URLSearchParams(/\?(.*)/.exec(address)?.[1]).get('host')
  return host || (named?.startsWith('/') ? null : named) || 'localhost'
}

/** Without user, password, path and query, which may be secrets. */
const hostOf = (address: string): string => new URL(address).host
