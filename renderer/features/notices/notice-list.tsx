import { Button } from '@mantine/core'
import { Bell } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { readNotice, type Notice } from 'earshot/client'
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
 * A notice in the page's language. Unknown notices are shown as they are, English ones but for the names of
 * recordings.
 */
function useNoticeWords(notice: Notice): Words {
  const { t, i18n } = useTranslation('notices')
  const facts = readNotice(notice)
  const isOfRecording = notice.kind === 'recording_failed' || notice.kind === 'recording_damaged'
  if (!facts || (i18n.language.startsWith('en') && !isOfRecording)) return notice
  const values = { ...facts.values, name: shownName({ title: facts.values.name }) }
  return { title: t(`kinds.${facts.title}`, values), body: t(`kinds.${facts.body}`, values) }
}
