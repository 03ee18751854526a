import { ActionIcon, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowUpToLine, Pause, Play, RotateCw, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure, failureWords } from '../../api/failure.ts'
import type { ContentItem } from 'earshot/client'
import { announce } from '../../ui/announcer.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { shownName } from '../../ui/shown-name.ts'
import { ContentState } from './content-state.tsx'
import { failureHelp } from './failure-help.ts'
import { RetryImport } from './retry-import.tsx'
import { useControl, useDeleteRecording, useReprocess, type Control } from './queries.ts'
import styles from './queue.module.css'

type Props = { item: ContentItem; project: string }
type WorkingProps = Props & { isNext: boolean }
type Named = Pick<ContentItem, 'id' | 'project_id' | 'title'>

/** A recording in progress or waiting, with its progress and controls. */
export function WorkingRow({ item, project, isNext }: WorkingProps) {
  const { t } = useTranslation('content')
  const [isAsking, setAsking] = useState(false)
  const control = useControl(item.project_id, item.id)
  const name = shownName(item)
  const hold: Control = item.stage === 'paused' ? 'resume' : 'pause'
  const run = (which: Control) =>
    control.mutate(which, {
      onSuccess: () => announce(t(`work.said.${which}`)),
      onSettled: () => setAsking(false),
    })
  return (
    <li className={styles['row']}>
      <Names item={item} project={project} />
      <div className={styles['state']}>
        <ContentState item={item} />
        {control.error ? <Failed error={control.error} /> : null}
      </div>
      <div className={styles['buttons']}>
        {item.stage === 'queued' && !isNext ? (
          <Button
            size="xs"
            variant="default"
            aria-label={t('queue.doNextOf', { name })}
            leftSection={<ArrowUpToLine size={14} />}
            loading={control.isPending && control.variables === 'prioritize'}
            onClick={() => run('prioritize')}
          >
            {t('queue.doNext')}
          </Button>
        ) : null}
        <ActionIcon
          variant="default"
          aria-label={t(`queue.${hold}`, { name })}
          title={t(`work.${hold}`)}
          loading={control.isPending && control.variables === hold}
          onClick={() => run(hold)}
        >
          {hold === 'pause' ? <Pause size={15} /> : <Play size={15} />}
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('queue.cancel', { name })}
          title={t('work.cancel')}
          onClick={() => setAsking(true)}
        >
          <X size={15} />
        </ActionIcon>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('work.ask.title')}
        confirmLabel={t('work.ask.confirm')}
        cancelLabel={t('work.ask.goOn')}
        isBusy={control.isPending}
        onConfirm={() => run('cancel')}
        onClose={() => setAsking(false)}
      >
        {t(item.has_transcript ? 'work.ask.before' : 'work.ask.alone')}
      </ConfirmDialog>
    </li>
  )
}

/** A recording that could not be transcribed: why, what helps, and a retry button. */
export function FailedRow({ item, project }: Props) {
  const { t } = useTranslation('content')
  const again = useReprocess(item.project_id, item.id)
  return (
    <li className={styles['row']}>
      <Names item={item} project={project} />
      <div className={styles['state']}>
        <p className={styles['cause']}>{item.error ? failureWords(item.error) : null}</p>
        <p className={styles['help']}>{failureHelp(item.error?.code ?? '', item.source)}</p>
        {again.error ? <Failed error={again.error} /> : null}
      </div>
      {item.source === 'import' ? (
        <RetryImport item={item} size="xs" />
      ) : (
        <Button
          size="xs"
          variant="default"
          aria-label={t('queue.retry', { name: shownName(item) })}
          leftSection={<RotateCw size={14} />}
          loading={again.isPending}
          onClick={() => again.mutate({})}
        >
          {t('uploads.retry')}
        </Button>
      )}
    </li>
  )
}

/**
 * A recording created by another program or a page that was closed, whose upload never finished.
 */
export function IncompleteRow({ item, project }: Props) {
  const { t } = useTranslation('content')
  const remove = useDeleteRecording(item.project_id)
  return (
    <li className={styles['row']}>
      <Names item={item} project={project} />
      <p className={styles['state']}>{t('queue.incompleteText')}</p>
      <ActionIcon
        variant="default"
        aria-label={t('queue.remove', { name: shownName(item) })}
        loading={remove.isPending}
        onClick={() => remove.mutate(item.id)}
      >
        <Trash2 size={15} />
      </ActionIcon>
    </li>
  )
}

/** The recording that a queue row is about, and its project. */
export function Names({ item, project }: { item: Named; project: string }) {
  return (
    <div className={styles['names']}>
      <Link
        to="/projects/$projectId/recordings/$contentId"
        params={{ projectId: item.project_id, contentId: item.id }}
        className={styles['name']}
      >
        {shownName(item)}
      </Link>
      <Link
        to="/projects/$projectId"
        params={{ projectId: item.project_id }}
        className={styles['project']}
      >
        {project}
      </Link>
    </div>
  )
}

function Failed({ error }: { error: Error }) {
  return (
    <p role="alert" className={styles['cause']}>
      {asFailure(error).message}
    </p>
  )
}
