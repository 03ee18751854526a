import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './scheme-switch.module.css'

const schemes: readonly { value: MantineColorScheme; Icon: typeof Sun }[] = [
  { value: 'light', Icon: Sun },
  { value: 'dark', Icon: Moon },
  { value: 'auto', Icon: Monitor },
]

/** Light, dark or the system's scheme; stored in this browser. */
export function SchemeSwitch() {
  const { t } = useTranslation('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className={styles['switch']}>
      <legend className="visually-hidden">{t('colours')}</legend>
      {schemes.map(({ value, Icon }) => (
        <label key={value} title={t(`schemes.${value}`)} className={styles['choice']}>
          <input
            type="radio"
            name="color-scheme"
            className={styles['input']}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={15} aria-hidden="true" />
          <span className="visually-hidden">{t(`schemes.${value}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
