import { LockKeyhole } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { useEncryption, useLock } from '../features/encryption/queries.ts'
import { isSignedIn, showLocked } from '../session-store.ts'
import { announce } from '../ui/announcer.ts'
import { useCommands, useCommandStore, type Command } from '../ui/commands.ts'

/** Locks the library from anywhere, where it is encrypted; asked when the palette opens. */
export function useLockCommand(): void {
  const { t } = useTranslation('encryption')
  const isOpen = useCommandStore(({ isPaletteOpen }) => isPaletteOpen)
  const { data } = useEncryption({ isWanted: isOpen && !isSignedIn() })
  const { mutate: lock } = useLock()
  const isOn = data?.state === 'on'
  const commands = useMemo(
    (): Command[] =>
      isOn
        ? [
            {
              id: 'lock',
              kind: 'action',
              label: t('command'),
              keywords: t('commandWords'),
              Icon: LockKeyhole,
              run: () =>
                lock(undefined, {
                  onSuccess: showLocked,
                  onError: (error) =>
                    announce(t('lockFailed', { reason: asFailure(error).message })),
                }),
            },
          ]
        : [],
    [t, isOn, lock],
  )
  useCommands('shell.lock', commands)
}
