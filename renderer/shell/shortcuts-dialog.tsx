import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { closeShortcuts, useShortcutStore } from '../ui/shortcuts.ts'
import styles from './shortcuts-dialog.module.css'

/** Keys with different names in other languages. */
const named = ['Ctrl', 'Shift', 'Space', 'Enter', 'Home', 'End', 'Delete'] as const
const isNamed = (key: string): key is (typeof named)[number] => named.some((one) => one === key)

/** Lists the shortcuts of this screen and the global ones. */
export function ShortcutsDialog() {
  const { t } = useTranslation('shell')
  const offered = useShortcutStore((state) => state.offered)
  const { everywhere = [], ...ofScreen } = offered
  const groups = [...Object.values(ofScreen).flat(), ...everywhere]
  const isMac = navigator.userAgent.includes('Mac')
  const nameOf = (keys: string) => {
    const meant = isMac && keys !== 'Ctrl Space' ? keys.replace('Ctrl', '⌘') : keys
    return meant
      .split(' ')
      .map((key) => (isNamed(key) ? t(`shortcuts.names.${key}`) : key))
      .join(' ')
  }
  return (
    <Modal opened onClose={closeShortcuts} title={t('shortcuts.title')} size="md">
      {groups.map(({ title, keys }) => (
        <section key={title} className={styles['group']}>
          <h3>{title}</h3>
          <dl className={styles['list']}>
            {keys.map(({ label, names }) => (
              <div key={label} className={styles['row']}>
                <dt>{label}</dt>
                <dd className={styles['keys']}>
                  {names.map((name) => (
                    <kbd key={name}>{nameOf(name)}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
