import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './shortcuts-dialog.module.css'

const groups = {
  listening: {
    play: ['Space', 'K'],
    back: ['J'],
    on: ['L'],
    little: ['←', '→'],
    speed: ['<', '>'],
    skip: ['S'],
  },
  reading: {
    line: ['↑', '↓'],
    edit: ['Enter', 'F2'],
    find: ['Ctrl F'],
    undo: ['Ctrl Z'],
  },
  editing: { save: ['Enter'], leave: ['Esc'], listen: ['Ctrl Space'] },
} as const

/** Which keys there are. */
export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('transcripts')
  const isMac = navigator.userAgent.includes('Mac')
  const nameOf = (key: string) => (isMac && key !== 'Ctrl Space' ? key.replace('Ctrl', '⌘') : key)
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('player.shortcuts')} size="md">
      {Object.entries(groups).map(([group, keys]) => (
        <section key={group} className={styles['group']}>
          <h3>{t(`shortcuts.${group as keyof typeof groups}`)}</h3>
          <dl className={styles['list']}>
            {Object.entries<readonly string[]>(keys).map(([action, names]) => (
              <div key={action} className={styles['row']}>
                <dt>{t(`keys.${action as Action}`)}</dt>
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

// Object.entries forgets the names of the keys.
type Groups = typeof groups
type Action = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups]
