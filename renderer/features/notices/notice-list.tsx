import { Button } from '@mantine/core'
import { Bell } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import type { Notice } from 'earshot/client'
import { FormFailure } from '../../ui/form-failure.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { shownName } from '../../ui/shown-name.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { EmptyState, FailureState, LoadingRows } from '../../ui/states.tsx'
import styles from './notice-list.module.css'
import { useMarkRead, useNotices, useReadAll } from './queries.ts'

type Props = {
  unread: number
  /** Called when a notice's page is opened. */
  onLeave: () => void
}

export function NoticeList({ unread, onLeave }: Props) {
  const { t } = useTranslation('notices')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useNotices()
  const mark = useMarkRead()
  const readAll = useReadAll()
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title={t('failed')} cause={message} code={code} onRetry={retry} />
  }
  if (!items) return <LoadingRows label={t('loading')} />
  if (items.length === 0) {
    return (
      <EmptyState icon={<Bell size={20} />} title={t('empty.title')}>
        {t('empty.text')}
      </EmptyState>
    )
  }
  const failed = mark.error ?? readAll.error
  return (
    <>
      <FormFailure message={failed ? asFailure(failed).message : null} />
      {unread > 0 ? (
        <div className={styles['all']}>
          <Button
            size="xs"
            variant="default"
            loading={readAll.isPending}
            onClick={() => readAll.mutate()}
          >
            {t('readAll')}
          </Button>
        </div>
      ) : null}
      <ul className={styles['list']}>
        {items.map((notice) => (
          <Item
            key={notice.id}
            notice={notice}
            onMark={(read) => mark.mutate({ noticeId: notice.id, read })}
            onLeave={onLeave}
          />
        ))}
      </ul>
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
    </>
  )
}

type ItemProps = { notice: Notice; onMark: (read: boolean) => void; onLeave: () => void }

function Item({ notice, onMark, onLeave }: ItemProps) {
  const { t } = useTranslation('notices')
  const { link, is_read: isRead, created_at: at, kind } = notice
  const { title, body } = useNoticeWords(notice)
  return (
    <li className={`${styles['notice']} ${isRead ? '' : styles['unread']}`}>
      <h3>
        {isRead ? null : <span className="visually-hidden">{t('isUnread')} </span>}
        {title}
      </h3>
      <p>{body}</p>
      <time dateTime={at} className={styles['time']}>
        {formatDateTime(at)}
      </time>
      <div className={styles['actions']}>
        {link ? (
          // The link points into this app, so the part after # is the route.
          <a
            href={link.slice(link.indexOf('#'))}
            onClick={() => {
              if (!isRead) onMark(true)
              onLeave()
            }}
          >
            {t(`show.${kind}`)}
          </a>
        ) : (
          <span />
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t(isRead ? 'markUnreadOf' : 'markReadOf', { title })}
          onClick={() => onMark(!isRead)}
        >
          {t(isRead ? 'markUnread' : 'markRead')}
        </Button>
      </div>
    </li>
  )
}

type Words = { title: string; body: string }

/**
 * A notice in the page's language. The service stores it in English; this extracts the names from
 * that text. Unknown notices are shown as they are, English ones but for the names of recordings.
 */
function useNoticeWords({ kind, title, body }: Notice): Words {
  const { t, i18n } = useTranslation('notices')
  const own = { title, body }
  if (kind === 'recording_failed') {
    const [, name = '', how] = /^“?(.*?)”? could not be (transcribed|read)$/.exec(title) ?? []
    const failed = how === 'read' ? 'kinds.failedImportTitle' : 'kinds.failedTitle'
    return { title: t(failed, { name: shownName({ title: name }) }), body: t('kinds.failedBody') }
  }
  if (kind === 'recording_damaged') {
    const [, name = '', state] = /^“?(.*?)”? is (damaged|gone from the disk)$/.exec(title) ?? []
    const damage = state === 'damaged' ? 'kinds.mediaDamaged' : 'kinds.mediaMissing'
    return { title: t(damage, { name: shownName({ title: name }) }), body: t('kinds.mediaBody') }
  }
  if (i18n.language.startsWith('en')) return own
  if (kind === 'watched_folder_missing' || kind === 'notes_folder_missing') {
    const path = /^(.*) is not there, so no (recordings|notes) /s.exec(body)?.[1] ?? ''
    return { title: t('kinds.folderTitle'), body: t(`kinds.${kind}`, { path }) }
  }
  if (kind === 'invitation_not_sent') {
    const email = /^The invitation to (\S+) was not mailed$/.exec(title)?.[1]
    return email
      ? { title: t('kinds.invitationTitle', { email }), body: t('kinds.invitationBody') }
      : own
  }
  if (kind === 'recordings_orphaned') {
    const count = Number.parseInt(title, 10) || 1
    return { title: t('kinds.orphansTitle', { count }), body: t('kinds.orphansBody') }
  }
  if (kind === 'library_rebuilt') {
    return { title: t('kinds.rebuiltTitle'), body: t('kinds.rebuiltBody') }
  }
  if (kind === 'library_repaired')
    return { title: t('kinds.repairedTitle'), body: t('kinds.repairedBody') }
  if (kind === 'library_incomplete') {
    const numbers = [...body.matchAll(/(\d+) entr/g)].map(([, number]) => Number(number))
    const count = numbers.reduce((sum, number) => sum + number, 0)
    const text = body.startsWith('How much') ? t('kinds.incompleteUnknown') : null
    return { title: t('kinds.incompleteTitle'), body: text ?? t('kinds.incompleteBody', { count }) }
  }
  if (kind === 'models_list_damaged') {
    const file = /imported\.json\.damaged-[\w-]+/.exec(body)?.[0] ?? ''
    return { title: t('kinds.modelsTitle'), body: t('kinds.modelsBody', { file }) }
  }
  if (kind === 'backup_failed') {
    const why = body.startsWith('The disk is full') ? 'kinds.backupDisk' : 'kinds.backupBody'
    return { title: t('kinds.backupTitle'), body: t(why) }
  }
  if (kind === 'backup_overdue') {
    return { title: t('kinds.noBackupTitle'), body: t('kinds.noBackupBody') }
  }
  const host = /^Webhook (?:delivery )?to (\S+) (?:failed|switched off)$/.exec(title)?.[1]
  if (!host) return own
  if (kind === 'webhook_disabled') {
    return { title: t('kinds.disabledTitle', { host }), body: t(`kinds.${reasonOf(body)}`) }
  }
  const event = body.split(' ')[0] ?? ''
  return { title: t('kinds.deliveryTitle', { host }), body: t('kinds.deliveryBody', { event }) }
}

/** Why a webhook was switched off, by the service's own words. */
function reasonOf(body: string) {
  if (body.includes('410')) return 'disabledGone'
  return body.includes('signing secret') ? 'disabledUnreadable' : 'disabledFailing'
}
