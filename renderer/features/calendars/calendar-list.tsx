import { ActionIcon, Modal, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Calendar } from 'earshot/client'
import { Pencil, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure, failureWords } from '../../api/failure.ts'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { formatDateTime } from '../../ui/format.ts'
import styles from './calendars.module.css'
import { isNew, useCalendarActions } from './queries.ts'

type Actions = Pick<ReturnType<typeof useCalendarActions>, 'change' | 'refresh' | 'remove'>
type ListProps = Actions & { calendars: readonly Calendar[] }

/** The calendars with what is wrong with them. */
export function CalendarList({ calendars, ...actions }: ListProps) {
  const [renamed, setRenamed] = useState<Calendar | null>(null)
  const [removed, setRemoved] = useState<Calendar | null>(null)
  return (
    <>
      <ul className={styles['list']}>
        {calendars.map((calendar) => (
          <CalendarRow
            key={calendar.id}
            calendar={calendar}
            onRemind={(isOn) => actions.change.mutate({ id: calendar.id, is_reminding: isOn })}
            onRefresh={() => actions.refresh.mutate(calendar.id)}
            onRename={() => setRenamed(calendar)}
            onRemove={() => setRemoved(calendar)}
          />
        ))}
      </ul>
      {renamed ? (
        <RenameDialog calendar={renamed} change={actions.change} onClose={() => setRenamed(null)} />
      ) : null}
      {removed ? (
        <RemoveDialog calendar={removed} remove={actions.remove} onClose={() => setRemoved(null)} />
      ) : null}
    </>
  )
}

type RowProps = {
  calendar: Calendar
  onRemind: (isOn: boolean) => void
  onRefresh: () => void
  onRename: () => void
  onRemove: () => void
}

function CalendarRow({ calendar, onRemind, onRefresh, onRename, onRemove }: RowProps) {
  const { t } = useTranslation('calendars')
  const { name, source, host, error, event_count: count, read_at: readAt } = calendar
  const facts = [
    host !== null && host !== name ? host : null,
    source === 'file' ? t('fromFile') : null,
    isNew(calendar) ? t('reading') : t('events', { count }),
    readAt === null
      ? null
      : t(source === 'file' ? 'added' : 'read', { when: formatDateTime(readAt) }),
  ].filter((fact) => fact !== null)
  const icon = { variant: 'subtle', color: 'gray' }
  return (
    <li className={styles['calendar']}>
      <div className={styles['facts']}>
        <p className={styles['name']}>{name}</p>
        <p className={styles['about']}>{facts.join(' · ')}</p>
        {error ? <p className={styles['problem']}>{failureWords(error)}</p> : null}
        <Switch
          size="xs"
          mt="xs"
          label={t('remind')}
          aria-label={t('remindOf', { name })}
          checked={calendar.is_reminding}
          onChange={({ currentTarget }) => onRemind(currentTarget.checked)}
        />
      </div>
      <div className={styles['actions']}>
        {source === 'address' ? (
          <ActionIcon {...icon} aria-label={t('refresh', { name })} onClick={onRefresh}>
            <RotateCw size={16} />
          </ActionIcon>
        ) : null}
        <ActionIcon {...icon} aria-label={t('rename', { name })} onClick={onRename}>
          <Pencil size={16} />
        </ActionIcon>
        <ActionIcon {...icon} aria-label={t('remove', { name })} onClick={onRemove}>
          <X size={16} />
        </ActionIcon>
      </div>
    </li>
  )
}

type DialogProps = { calendar: Calendar; onClose: () => void }

function RenameDialog({ calendar, change, onClose }: DialogProps & Pick<Actions, 'change'>) {
  const { t } = useTranslation('calendars')
  const form = useForm({ initialValues: { name: calendar.name } })
  const { rest, submit } = useFormSubmit(form, ['name'], async ({ name }) => {
    await change.mutateAsync({ id: calendar.id, name })
    onClose()
  })
  return (
    <Modal opened onClose={onClose} title={t('renameTitle')} size="sm">
      <FormFrame
        failure={rest}
        submitLabel={t('save')}
        isBusy={form.submitting}
        onSubmit={form.onSubmit(submit)}
        onCancel={onClose}
      >
        <TextInput
          label={t('name')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
      </FormFrame>
    </Modal>
  )
}

function RemoveDialog({ calendar, remove, onClose }: DialogProps & Pick<Actions, 'remove'>) {
  const { t } = useTranslation('calendars')
  const { error, isPending, mutate } = remove
  return (
    <ConfirmDialog
      isOpen
      title={t('removeTitle', { name: calendar.name })}
      confirmLabel={t('removeConfirm')}
      isBusy={isPending}
      failure={error ? asFailure(error).message : null}
      onConfirm={() => mutate(calendar.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('removeText')}
    </ConfirmDialog>
  )
}
