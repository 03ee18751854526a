import { Button, Group, Switch } from '@mantine/core'
import { LockKeyhole } from 'lucide-react'
import type { Encryption } from 'earshot/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ReadableCopies } from './encrypt-dialog.tsx'
import styles from './encryption.module.css'
import { ChangeDialog, RekeyDialog } from './passphrase-dialogs.tsx'
import { useChangeOpeners, useDecrypt, useLock, useRenewCode } from './queries.ts'

type Props = {
  encryption: Encryption
  /** The library closes for what was begun. */
  onClosing: () => void
}
type Asked = 'passphrase' | 'rekey' | 'code' | 'decrypt'

/** What opens the library, how far its recordings are, and everything that can be changed about it. */
export function EncryptionOn({ encryption, onClosing }: Props) {
  const { t } = useTranslation('encryption')
  const { opened_by: openers, recordings, readable_copies: copies } = encryption
  const [asked, setAsked] = useState<Asked | null>(null)
  const lock = useLock()
  const close = (): void => setAsked(null)
  return (
    <>
      <p className={styles['state']}>{t('on.state')}</p>
      {recordings && recordings.count > 0 ? <RecordingsDone {...recordings} /> : null}
      <section>
        <p>{t('on.openedBy')}</p>
        <ul className={styles['points']}>
          {openers.map((kind) => (
            <li key={kind}>{t(`on.openers.${kind}`)}</li>
          ))}
        </ul>
      </section>
      <KeychainSwitch encryption={encryption} />
      {copies.length > 0 ? (
        <section>
          <p>{t('on.copies')}</p>
          <ReadableCopies copies={copies} />
        </section>
      ) : null}
      <FormFailure message={lock.error ? asFailure(lock.error).message : null} />
      <Group gap="xs">
        <Button
          leftSection={<LockKeyhole size={15} />}
          loading={lock.isPending}
          onClick={() => lock.mutate(undefined, { onSuccess: onClosing })}
        >
          {t('on.lock')}
        </Button>
        <Button variant="default" onClick={() => setAsked('passphrase')}>
          {t('on.changePassphrase')}
        </Button>
        <Button variant="default" onClick={() => setAsked('rekey')}>
          {t('on.rekey')}
        </Button>
        <Button variant="default" onClick={() => setAsked('code')}>
          {t('on.newCode')}
        </Button>
        <Button variant="default" onClick={() => setAsked('decrypt')}>
          {t('on.decrypt')}
        </Button>
      </Group>
      <ChangeDialog isOpen={asked === 'passphrase'} onClose={close} />
      <RekeyDialog isOpen={asked === 'rekey'} onClose={close} onClosing={onClosing} />
      <NewCodeDialog isOpen={asked === 'code'} onClose={close} />
      <DecryptDialog isOpen={asked === 'decrypt'} onClose={close} onClosing={onClosing} />
    </>
  )
}

function RecordingsDone({ count, encrypted_count: done }: NonNullable<Encryption['recordings']>) {
  const { t } = useTranslation('encryption')
  const words = t('on.recordings', { done, count })
  if (done >= count) return <p>{words}</p>
  return (
    <div className={styles['progress']}>
      <span>{words}</span>
      <ProgressBar label={words} share={done / count} />
      <span className={styles['note']}>{t('on.recordingsAbout')}</span>
    </div>
  )
}

/** Nothing where there is no keychain and none was used. */
function KeychainSwitch({ encryption }: Pick<Props, 'encryption'>) {
  const { t } = useTranslation('encryption')
  const change = useChangeOpeners()
  const isOn = encryption.opened_by.includes('keychain')
  if (!encryption.has_keychain && !isOn) return null
  return (
    <>
      <FormFailure message={change.error ? asFailure(change.error).message : null} />
      <Switch
        label={t('on.keychain')}
        checked={isOn}
        disabled={change.isPending}
        onChange={({ currentTarget }) => change.mutate({ use_keychain: currentTarget.checked })}
      />
    </>
  )
}

type DialogProps = { isOpen: boolean; onClose: () => void }

function NewCodeDialog({ isOpen, onClose }: DialogProps) {
  const { t } = useTranslation('encryption')
  const renew = useRenewCode()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('renewing.title')}
      confirmLabel={t('renewing.confirm')}
      isBusy={renew.isPending}
      isCalm
      failure={renew.error ? asFailure(renew.error).message : null}
      onConfirm={() => renew.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('renewing.text')}
    </ConfirmDialog>
  )
}

function DecryptDialog({ isOpen, onClose, onClosing }: DialogProps & Pick<Props, 'onClosing'>) {
  const { t } = useTranslation('encryption')
  const decrypt = useDecrypt()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('decrypting.title')}
      confirmLabel={t('decrypting.confirm')}
      isBusy={decrypt.isPending}
      failure={decrypt.error ? asFailure(decrypt.error).message : null}
      onConfirm={() => decrypt.mutate(undefined, { onSuccess: onClosing })}
      onClose={onClose}
    >
      {t('decrypting.text')}
    </ConfirmDialog>
  )
}
