import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { Monitor, Moon, Sun } from 'lucide-react'
import styles from './scheme-switch.module.css'

const schemes: readonly { value: MantineColorScheme; label: string; Icon: typeof Sun }[] = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'auto', label: 'As the system', Icon: Monitor },
]

/** Light, dark, or as the system says; remembered in this browser. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className={styles['switch']}>
      <legend className="visually-hidden">Colours</legend>
      {schemes.map(({ value, label, Icon }) => (
        <label key={value} title={label} className={styles['choice']}>
          <input
            type="radio"
            name="color-scheme"
            className={styles['input']}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={15} aria-hidden="true" />
          <span className="visually-hidden">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
