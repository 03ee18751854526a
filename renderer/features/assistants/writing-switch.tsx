import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = { isOn: boolean; isBusy: boolean; onChange: (isOn: boolean) => void }

/** Whether assistants may change something. */
export function WritingSwitch({ isOn, isBusy, onChange }: Props) {
  const { t } = useTranslation('assistants')
  return (
    <Switch
      label={t('write')}
      description={t('writeAbout')}
      checked={isOn}
      disabled={isBusy}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
