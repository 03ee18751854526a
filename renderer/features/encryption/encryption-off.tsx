import { Button, Group, Stack } from '@mantine/core'
import { LockKeyhole } from 'lucide-react'
import type { Encryption } from 'earshot/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EncryptDialog } from './encrypt-dialog.tsx'
import styles from './encryption.module.css'
import { useEncrypt, useEncryption } from './queries.ts'

type Props = {
  encryption: Encryption
  /** The library closes for what was begun. */
  onClosing: () => void
}

/** What encryption protects from and what not, and its beginning. */
export function EncryptionOff({ encryption, onClosing }: Props) {
  const { t } = useTranslation('encryption')
  return (
    <>
      <p className={styles['state']}>{t('off.state')}</p>
      <p>{t('off.text')}</p>
      <section>
        <h2>{t('off.helps')}</h2>
        <ul className={styles['points']}>
          <li>{t('off.helpsList.lost')}</li>
          <li>{t('off.helpsList.copied')}</li>
        </ul>
      </section>
      <section>
        <h2>{t('off.fails')}</h2>
        <ul className={styles['points']}>
          <li>{t('off.failsList.open')}</li>
          <li>{t('off.failsList.elsewhere')}</li>
        </ul>
      </section>
      <Group>
        <EncryptButton encryption={encryption} onClosing={onClosing} />
      </Group>
    </>
  )
}

function EncryptButton({ encryption, onClosing, isQuiet = false }: Props & { isQuiet?: boolean }) {
  const { t } = useTranslation('encryption')
  const [isAsked, setAsked] = useState(false)
  const encrypt = useEncrypt()
  return (
    <>
      <Button
        variant={isQuiet ? 'default' : 'filled'}
        size={isQuiet ? 'xs' : 'sm'}
        leftSection={<LockKeyhole size={15} />}
        onClick={() => setAsked(true)}
      >
        {t('off.start')}
      </Button>
      <EncryptDialog
        isOpen={isAsked}
        encryption={encryption}
        onEncrypt={async (body) => {
          await encrypt.mutateAsync(body)
          onClosing()
        }}
        onClose={() => setAsked(false)}
      />
    </>
  )
}

/** One line of the first steps. Nothing where it cannot be told, or somebody else decides it. */
export function FirstRunEncryption({ onClosing }: Pick<Props, 'onClosing'>) {
  const { t } = useTranslation('encryption')
  const { data } = useEncryption()
  if (!data) return null
  return (
    <Stack gap="xs" align="flex-start" className={styles['firstRun'] ?? ''}>
      <p>{t(data.state === 'on' ? 'firstRun.on' : 'firstRun.off')}</p>
      {data.state === 'off' ? (
        <EncryptButton encryption={data} onClosing={onClosing} isQuiet />
      ) : null}
    </Stack>
  )
}
