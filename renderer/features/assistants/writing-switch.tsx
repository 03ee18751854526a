import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = {
  isOn: boolean
  isBusy: boolean
  /** Omitted for those who may not change it. */
  onChange?: ((isOn: boolean) => void) | undefined
}

/** Whether assistants may change something. */
export function WritingSwitch({ isOn, isBusy, onChange }: Props) {
  const { t } = useTranslation('assistants')
  return (
    <Switch
      label={t('write')}
      description={onChange ? t('writeAbout') : `${t('writeAbout')} ${t('writeAdmins')}`}
      checked={isOn}
      disabled={isBusy || !onChange}
      onChange={({ currentTarget }) => onChange?.(currentTarget.checked)}
    />
  )
}
