import { Stack } from '@mantine/core'
import { listAuditLog, type AuditEntry } from 'earshot/client'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatDateTime } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import styles from './audit-list.module.css'

/** Members' names by id. */
type People = ReadonlyMap<string, string>

type Props = {
  people: People
  /** Only these actions; without it, all, with what they are said to be. */
  only?: string
}

/** Who opened a door, deleted or exported something, newest first. */
export function AuditList({ people, only }: Props) {
  const { t } = useTranslation('auditLog')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = usePages({
    key: ['audit-log', only ?? 'all'],
    load: (page, signal) =>
      listAuditLog({ query: { limit: 50, ...(only && { action: only }), ...page }, signal }),
  })
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title={t('failed')} cause={message} code={code} onRetry={retry} />
  }
  if (!items) return <LoadingRows label={t('loading')} />
  return (
    <Stack gap="sm">
      {only === undefined && <p className={styles['facts']}>{t('about')}</p>}
      {items.length === 0 ? (
        <p>{t('empty')}</p>
      ) : (
        <ol aria-label={t('title')} className={styles['list']}>
          {items.map((entry) => (
            <Entry key={entry.id} entry={entry} people={people} />
          ))}
        </ol>
      )}
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
    </Stack>
  )
}

function Entry({ entry, people }: { entry: AuditEntry; people: People }) {
  const { t } = useTranslation('auditLog')
  const { action, actor, tool, object_id: object, created_at: at } = entry
  const who = people.get(actor.member_id) ?? t('formerMember')
  const [noun, name = ''] = action.split('.')
  const isAssistant = noun === 'assistant'
  const title = isAssistant
    ? t('assistant', { tool: name })
    : t(`actions.${action.replace('.', '_')}`, { defaultValue: action })
  const how = useWay(entry)
  // What was only read with a tool has its name in the title.
  const aside = tool === undefined || isAssistant ? [] : [t('withTool', { tool })]
  return (
    <li className={styles['entry']}>
      <strong>{title}</strong>
      <p className={styles['facts']}>{[formatDateTime(at), who, how, ...aside].join(' · ')}</p>
      {object !== null && <code className={styles['object']}>{object}</code>}
    </li>
  )
}

/** In the app, or with which key. */
function useWay({ actor, api_key: key }: AuditEntry): string {
  const { t } = useTranslation('auditLog')
  if (actor.type === 'session') return t('inBrowser')
  if (actor.api_key_id === null) return t('inApp')
  // Of one that was revoked before its name was kept there is only its id.
  if (key === null) return t('byKey', { key: actor.api_key_id })
  return t(key.is_revoked ? 'byRevokedKey' : 'byNamedKey', { key: key.name })
}
