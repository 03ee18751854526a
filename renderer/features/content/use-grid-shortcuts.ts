import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../../ui/shortcuts.ts'

const keys = {
  move: ['↑', '↓', 'Home', 'End'],
  open: ['Enter'],
  choose: ['Space'],
  range: ['Shift ↑', 'Shift ↓'],
  all: ['Ctrl A'],
  none: ['Esc'],
  remove: ['Delete'],
} as const

/** Lists the keys of the recordings grid in the shortcut help. */
export function useGridShortcuts(): void {
  const { t } = useTranslation('content')
  const told = useMemo(
    () => [
      {
        title: t('grid.title'),
        keys: Object.entries(keys).map(([action, names]) => ({
          // Object.entries loses the key type.
          label: t(`grid.keys.${action as keyof typeof keys}`),
          names,
        })),
      },
    ],
    [t],
  )
  useShortcuts('library', told)
}
