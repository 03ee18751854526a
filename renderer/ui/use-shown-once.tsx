import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Guard = {
  /** For the dialog that shows it. */
  modal: { onClose: () => void; closeOnEscape: boolean; closeOnClickOutside: boolean }
  question: ReactNode
}

/**
 * Keeps a dialog with a value that is shown only once from being closed by a slip: everything but its own button asks
 * first.
 */
export function useShownOnce(isShown: boolean, close: () => void): Guard {
  const { t } = useTranslation('parts')
  const [isAsking, setAsking] = useState(false)
  return {
    modal: {
      onClose: isShown ? () => setAsking(true) : close,
      closeOnEscape: !isAsking,
      closeOnClickOutside: !isShown,
    },
    // Mounted only now: a dialog that is there already would take the key that asked for an answer.
    question:
      isShown && isAsking ? (
        <ConfirmDialog
          isOpen
          title={t('secret.leave.title')}
          confirmLabel={t('secret.leave.confirm')}
          cancelLabel={t('secret.leave.back')}
          isBusy={false}
          onConfirm={() => {
            setAsking(false)
            close()
          }}
          onClose={() => setAsking(false)}
        >
          {t('secret.leave.text')}
        </ConfirmDialog>
      ) : null,
  }
}
