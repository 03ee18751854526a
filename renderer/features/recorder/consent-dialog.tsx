import { Button, Group, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './record.module.css'

type Props = { isOpen: boolean; onStart: () => void; onClose: () => void }

/** Asks before the first recording of a day whether everyone knows about it. */
export function ConsentDialog({ isOpen, onStart, onClose }: Props) {
  const { t } = useTranslation('recorder')
  const start = () => {
    settleConsent()
    onStart()
  }
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('consent.title')} size="sm">
      <p>{t('consent.text')}</p>
      <p className={styles['once']}>{t('consent.once')}</p>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('consent.cancel')}
        </Button>
        <Button onClick={start} data-autofocus>
          {t('consent.start')}
        </Button>
      </Group>
    </Modal>
  )
}

/** Holds when somebody last said that everyone knows, as an ISO time. */
const storageName = 'earshot.recording-consent'

/** Whether somebody has said so today, on the calendar of this place. */
export const isConsentSettled = (): boolean =>
  new Date(localStorage.getItem(storageName) ?? '').toDateString() === new Date().toDateString()

const settleConsent = (): void => localStorage.setItem(storageName, new Date().toISOString())
