import { useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closePalette, openPalette, useCommandStore } from '../ui/commands.ts'
import { useLoadLater } from '../ui/use-load-later.ts'
import styles from './quick-search.module.css'

const isMac = navigator.userAgent.includes('Mac OS')
const load = () => import('../features/palette/palette.tsx')
const Palette = lazy(async () => ({ default: (await load()).Palette }))

/** Opens the command palette: a button on every screen, and Ctrl or Command and K anywhere. */
export function QuickSearch() {
  const { t } = useTranslation('shell')
  const isOpen = useCommandStore(({ isPaletteOpen }) => isPaletteOpen)
  const isShown = useCommandStore(({ isPaletteShown }) => isPaletteShown)
  const [isWanted, setWanted] = useState(false)
  if (isOpen && !isWanted) setWanted(true)
  // Not part of the first load, but loaded before most people need it.
  useLoadLater(load)
  // No ignored tags: the shortcut also works while typing.
  useHotkeys([['mod+K', () => (isOpen ? closePalette() : openPalette())]], [])
  return (
    <>
      <button
        type="button"
        className={styles['button']}
        aria-label={t('searchAll')}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={openPalette}
      >
        <Search size={15} aria-hidden="true" />
        <span className={styles['word']}>{t('search')}</span>
        {/* Added by the style sheet, so it is not part of the button's accessible name. */}
        <kbd
          className={styles['key']}
          data-keys={isMac ? '⌘K' : `${t('shortcuts.names.Ctrl')} K`}
          aria-hidden="true"
        />
      </button>
      {isOpen && !isShown ? <TypedAhead /> : null}
      {isWanted ? (
        <Suspense fallback={null}>
          <Palette />
        </Suspense>
      ) : null}
    </>
  )
}

/** Keeps text typed while the palette is still loading; its field starts with it. */
function TypedAhead() {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') closePalette()
      else if (event.key.length === 1) {
        useCommandStore.setState(({ typedAhead }) => ({ typedAhead: typedAhead + event.key }))
      } else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [])
  return null
}
