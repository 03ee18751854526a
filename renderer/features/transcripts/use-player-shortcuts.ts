import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../../ui/shortcuts.ts'

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

/** Lists the keys of the player and the transcript in the shortcut help. */
export function usePlayerShortcuts(): void {
  const { t } = useTranslation('transcripts')
  const told = useMemo(
    () =>
      Object.entries(groups).map(([group, keys]) => ({
        title: t(`shortcuts.${group as keyof typeof groups}`),
        keys: Object.entries<readonly string[]>(keys).map(([action, names]) => ({
          label: t(`keys.${action as Action}`),
          names,
        })),
      })),
    [t],
  )
  useShortcuts('recording', told)
}

// Object.entries loses the key type.
type Groups = typeof groups
type Action = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups]
