import { useTranslation } from 'react-i18next'
import { CopyField } from './copy-field.tsx'

/** A secret value that is shown once, with a copy button. */
export function SecretField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('parts')
  return <CopyField label={label} value={value} note={t('secret.note')} testId="secret-value" />
}
