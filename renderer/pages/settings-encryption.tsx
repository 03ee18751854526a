import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { ChangeFailure } from '../features/encryption/change-progress.tsx'
import { EncryptionOff } from '../features/encryption/encryption-off.tsx'
import { EncryptionOn } from '../features/encryption/encryption-on.tsx'
import { useEncryption } from '../features/encryption/queries.ts'
import { showLocked } from '../session-store.ts'
import { FailureState, LoadingRows } from '../ui/states.tsx'

/** Whether the library is encrypted, and everything that can be done about it. */
export function EncryptionSection() {
  const { t } = useTranslation('encryption')
  const { data, error, refetch } = useEncryption()
  if (!data) {
    if (!error) return <LoadingRows label={t('loading')} />
    const { message, code } = asFailure(error)
    if (code === 'kept_on_server') return <p>{t('keptOnServer')}</p>
    const retry = () => void refetch()
    return <FailureState title={t('unread')} cause={message} code={code} onRetry={retry} />
  }
  const { work, state } = data
  const Part = state === 'off' ? EncryptionOff : EncryptionOn
  return (
    <Stack gap="md" maw={680}>
      {work?.status === 'failed' ? <ChangeFailure work={work} isLater /> : null}
      <Part encryption={data} onClosing={showLocked} />
    </Stack>
  )
}
