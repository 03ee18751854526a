import { useTranslation } from 'react-i18next'
import type { Model } from 'earshot/client'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatBytes } from '../../ui/format.ts'

type Props = {
  model: Model | null
  isBusy: boolean
  failure: string | null
  onConfirm: (model: Model) => void
  onClose: () => void
}

/** Says how much space is freed, and how many projects still use the model. */
export function RemoveModelDialog({ model, isBusy, failure, onConfirm, onClose }: Props) {
  const { t } = useTranslation('models')
  const count = model?.project_count ?? 0
  return (
    <ConfirmDialog
      isOpen={model !== null}
      title={t('removal.title', { name: model?.name ?? '' })}
      confirmLabel={t('removal.confirm')}
      isBusy={isBusy}
      failure={failure}
      onConfirm={() => model && onConfirm(model)}
      onClose={onClose}
    >
      <p>{t('removal.text', { size: formatBytes(model?.state.received_bytes ?? 0) })}</p>
      {count > 0 ? <p>{t('removal.projects', { count })}</p> : null}
    </ConfirmDialog>
  )
}
