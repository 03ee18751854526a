import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Privacy } from 'earshot/client'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { bridge } from '../../bridge.ts'
import { i18n } from '../../i18n/i18n.ts'
import { formatBytes, formatDateTime } from '../../ui/format.ts'
import styles from './machine.module.css'

/** Every way data can leave this machine under the current settings. */
export function PrivacyPanel({ privacy }: { privacy: Privacy }) {
  const { t } = useTranslation('settings')
  const { database_server: database, trace_receiver: traces, model_mirror: mirror } = privacy
  const keepsElsewhere = privacy.recording_store ?? database
  return (
    <Stack gap="md" maw={680}>
      <p>{t(keepsElsewhere ? 'privacy.leadStore' : 'privacy.lead')}</p>
      {privacy.recording_store ? (
        <Way title={t('privacy.store')}>
          <p>
            {t('privacy.storeWhere', privacy.recording_store)}
            {privacy.recording_store.is_encrypted ? null : ` ${t('privacy.storeUnencrypted')}`}
          </p>
        </Way>
      ) : null}
      {database ? (
        <Way title={t('privacy.database')}>
          <p>{t('privacy.databaseWhere', database)}</p>
        </Way>
      ) : null}
      <Way title={t('privacy.webhooks')}>
        <Webhooks webhooks={privacy.webhooks} />
      </Way>
      <Way title={t('privacy.mail')}>
        <p>
          {privacy.mail_server
            ? t('privacy.mailServer', { host: privacy.mail_server.host })
            : t('privacy.mailNone')}
        </p>
        {privacy.invitations.pending > 0 ? (
          <p>
            <Link to="/members">
              {t('privacy.invitations', { count: privacy.invitations.pending })}
            </Link>
          </p>
        ) : null}
      </Way>
      <Way title={t('privacy.servers')}>
        <Servers servers={privacy.model_servers} />
      </Way>
      {privacy.calendars.length > 0 ? (
        <Way title={t('privacy.calendars')}>
          <Calendars calendars={privacy.calendars} />
        </Way>
      ) : null}
      <Way title={t('privacy.downloads')}>
        <Downloads downloads={privacy.model_downloads} />
        {mirror ? <p>{t('privacy.mirror', mirror)}</p> : null}
      </Way>
      {traces ? (
        <Way title={t('privacy.traces')}>
          <p>{t('privacy.tracesWhere', traces)}</p>
        </Way>
      ) : null}
      <Way title={t('privacy.updates')}>
        <Updates />
      </Way>
      <p>
        {privacy.listens_on === 'this_machine'
          ? t('privacy.listens')
          : t('privacy.listensElsewhere')}
        {privacy.public_host ? ` ${t('privacy.public', { host: privacy.public_host })}` : null}
        {privacy.sign_in_provider
          ? ` ${t('privacy.signInProvider', { host: privacy.sign_in_provider.host })}`
          : null}
      </p>
      <p className={styles['promise']}>{t('privacy.nothing')}</p>
      <Isolation isolation={privacy.engine_isolation} />
    </Stack>
  )
}

const Way = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2>{title}</h2>
    {children}
  </section>
)

/** Tells what still protects this machine if a recording made to attack a program takes it over. */
function Isolation({ isolation }: { isolation: Privacy['engine_isolation'] }) {
  const { t } = useTranslation('settings')
  const { network, files } = isolation
  const open = network ? 'boxNoFiles' : files ? 'boxNoNetwork' : 'boxNone'
  return (
    <Way title={t('privacy.box')}>
      <p>{t(`privacy.${network && files ? 'boxWhole' : open}`)}</p>
      {isolation.missing ? <p lang="en">{isolation.missing}</p> : null}
    </Way>
  )
}

function Webhooks({ webhooks }: Pick<Privacy, 'webhooks'>) {
  const { t } = useTranslation('settings')
  if (webhooks.length === 0) return <p>{t('privacy.webhooksNone')}</p>
  return (
    <ul className={styles['ways']}>
      {webhooks.map((webhook) => {
        const { id, host, is_active: isActive } = webhook
        const count = webhook.events.length
        const facts = [
          webhook.all_events ? t('privacy.allEvents') : t('privacy.events', { count }),
          ...(webhook.include_result ? [t('privacy.withResults')] : []),
          ...notified(webhook),
          ...(isActive ? [] : [t('privacy.inactive')]),
        ]
        return (
          <li key={id}>
            <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
              {host}
            </Link>
            <span className={styles['muted']}> · {facts.join(' · ')}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** When it last learned something; and, where that failed since, when it was last tried. */
export function notified({
  last_delivery_at: tried,
  last_success_at: told,
}: Pick<Privacy['webhooks'][number], 'last_delivery_at' | 'last_success_at'>): string[] {
  if (!tried) return [i18n.t('settings:privacy.neverDelivered')]
  return [
    ...(told ? [i18n.t('settings:privacy.delivered', { when: formatDateTime(told) })] : []),
    ...(tried === told ? [] : [i18n.t('settings:privacy.tried', { when: formatDateTime(tried) })]),
  ]
}

function Servers({ servers }: { servers: Privacy['model_servers'] }) {
  const { t } = useTranslation('settings')
  if (servers.length === 0) return <p>{t('privacy.serversNone')}</p>
  return (
    <ul className={styles['ways']}>
      {servers.map((server) => {
        const facts = [
          server.is_local ? t('privacy.serverHere') : t('privacy.serverElsewhere'),
          ...(server.is_local || server.is_encrypted ? [] : [t('privacy.serverUnencrypted')]),
          server.is_used ? t('privacy.serverUsed') : t('privacy.serverUnused'),
        ]
        return (
          <li key={server.id}>
            <Link to="/models">{server.host}</Link>
            <span className={styles['muted']}> · {facts.join(' · ')}</span>
          </li>
        )
      })}
    </ul>
  )
}

function Calendars({ calendars }: Pick<Privacy, 'calendars'>) {
  const { t } = useTranslation('settings')
  return (
    <ul className={styles['ways']}>
      {calendars.map(({ id, name, host, read_at: at }) => (
        <li key={id}>
          <Link to="/settings" search={{ section: 'calendars' }}>
            {host}
          </Link>
          <span className={styles['muted']}>
            {' · '}
            {at ? t('privacy.calendarRead', { name, when: formatDateTime(at) }) : name}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Downloads({ downloads }: { downloads: Privacy['model_downloads'] }) {
  const { t } = useTranslation('settings')
  if (downloads.length === 0) return <p>{t('privacy.downloadsNone')}</p>
  return (
    <ul className={styles['ways']}>
      {downloads.map(({ model_id: model, host, bytes, at }) => {
        const facts = { model, size: formatBytes(bytes), when: formatDateTime(at) }
        return (
          <li key={`${model} ${at}`}>
            {host
              ? t('privacy.downloadFrom', { ...facts, host })
              : t('privacy.downloadPackage', facts)}
          </li>
        )
      })}
    </ul>
  )
}

function Updates() {
  const { t } = useTranslation('settings')
  const { data } = useQuery({
    queryKey: ['desktop', 'updates'],
    queryFn: async () => (await bridge().updates?.()) ?? null,
  })
  if (!data) return <p>{t('privacy.updatesBrowser')}</p>
  return <p>{data.kind === 'off' ? t('privacy.updatesOff') : t('privacy.updatesOn')}</p>
}
