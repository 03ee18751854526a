import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './confirm-dialog.module.css'

type Props = {
  isOpen: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  /** Label of the cancel button, if “Cancel” would be ambiguous. */
  cancelLabel?: string
  isBusy: boolean
  /** The action loses nothing, so the button need not warn. */
  isCalm?: boolean
  /** Why the last attempt failed. */
  failure?: string | null
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an action that cannot be undone. The cancel button has the initial focus. */
export function ConfirmDialog(props: Props) {
  const { t } = useTranslation('parts')
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={props.title} size="sm">
      <div className={styles['text']}>{props.children}</div>
      {props.failure ? (
        <p role="alert" className={styles['failure']}>
          {props.failure}
        </p>
      ) : null}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {props.cancelLabel ?? t('cancel')}
        </Button>
        <Button
          className={(props.isCalm ? undefined : styles['danger']) ?? ''}
          loading={props.isBusy}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}
