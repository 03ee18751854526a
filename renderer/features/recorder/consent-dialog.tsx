import { Button, Checkbox, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './record.module.css'

type Props = { isOpen: boolean; onStart: () => void; onClose: () => void }

/** Asks before a recording whether everyone knows about it. */
export function ConsentDialog({ isOpen, onStart, onClose }: Props) {
  const { t } = useTranslation('recorder')
  const [isLast, setLast] = useState(false)
  const start = () => {
    if (isLast) settleConsent()
    onStart()
  }
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('consent.title')} size="sm">
      <p>{t('consent.text')}</p>
      <Checkbox
        className={styles['again'] ?? ''}
        label={t('consent.again')}
        checked={isLast}
        onChange={(event) => setLast(event.currentTarget.checked)}
      />
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

const storageName = 'earshot.recording-consent'

/** Whether the consent question has been dismissed for good. */
export const isConsentSettled = (): boolean => localStorage.getItem(storageName) === 'settled'

const settleConsent = (): void => localStorage.setItem(storageName, 'settled')
