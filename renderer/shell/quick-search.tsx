import { useHotkeys } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useRef, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useText } from '../ui/use-text.ts'
import styles from './quick-search.module.css'

const isMac = navigator.userAgent.includes('Mac OS')

/** The search field of every screen; Ctrl or Command and K goes to it from anywhere. */
export function QuickSearch() {
  const { t } = useTranslation('shell')
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { q } = useSearch({ strict: false })
  const [text, setText] = useText(q)
  // An empty list of ignored tags: the shortcut works while typing elsewhere, too.
  useHotkeys([['mod+K', () => input.current?.select()]], [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (words) void navigate({ to: '/search', search: { q: words } })
  }
  return (
    <search>
      <form className={styles['form']} onSubmit={submit}>
        <Search size={15} aria-hidden="true" className={styles['icon']} />
        <input
          ref={input}
          type="search"
          aria-label={t('searchAll')}
          aria-keyshortcuts="Control+K Meta+K"
          placeholder={t('search')}
          className={styles['input']}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <kbd className={styles['key']} aria-hidden="true">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </form>
    </search>
  )
}
