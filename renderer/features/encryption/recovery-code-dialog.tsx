import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core'
import { Download, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyToClipboard } from '../../ui/copy-to-clipboard.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { saveFile } from '../../ui/save-file.ts'
import { forgetRecoveryCode, useRecoveryCode } from './code-store.ts'
import styles from './encryption.module.css'

/** Above every screen, and gone only once the person says to have kept the code. */
export function RecoveryCodeDialog() {
  const { t } = useTranslation('encryption')
  const shown = useRecoveryCode((state) => state.shown)
  const [isKept, setKept] = useState(false)
  useLeaveWarning(shown !== null)
  if (!shown) return null
  const goOn = (): void => {
    setKept(false)
    forgetRecoveryCode()
  }
  return (
    <Modal
      opened
      onClose={() => {}}
      title={t('code.title')}
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack gap="sm">
        <p>
          {t('code.text')} <strong>{t('code.once')}</strong>
        </p>
        <code data-testid="recovery-code" className={styles['code']}>
          {shown.code}
        </code>
        <Keeping code={shown.code} />
        <p className={`${styles['note']} ${styles['notOnPaper']}`}>
          {t(`code.${shown.comesWith}`)}
        </p>
        <Group justify="space-between" gap="sm" className={styles['notOnPaper'] ?? ''}>
          <Checkbox
            label={t('code.kept')}
            checked={isKept}
            onChange={({ currentTarget }) => setKept(currentTarget.checked)}
          />
          <Button disabled={!isKept} onClick={goOn}>
            {t('code.go')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** The ways to keep it: the clipboard, a file, paper. */
function Keeping({ code }: { code: string }) {
  const { t } = useTranslation(['encryption', 'parts'])
  const save = (): void => {
    const words = t('encryption:code.fileText', { when: formatDateTime(new Date().toISOString()) })
    const body = new Blob([`${words}\n\n${code}\n`], { type: 'text/plain' })
    saveFile({ name: t('encryption:code.file'), body })
  }
  return (
    <Group gap="xs" className={styles['notOnPaper'] ?? ''}>
      <CopyToClipboard value={code} data-autofocus />
      <Button variant="default" leftSection={<Download size={15} />} onClick={save}>
        {t('encryption:code.save')}
      </Button>
      <Button variant="default" leftSection={<Printer size={15} />} onClick={() => window.print()}>
        {t('encryption:code.print')}
      </Button>
    </Group>
  )
}

/** Makes the browser ask before it leaves a page with a code that nobody has kept. */
function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isNeeded])
}
