import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { closePalette, useCommandStore } from '../../ui/commands.ts'
import type { Option, Way } from './options.ts'
import { PaletteList } from './palette-list.tsx'
import { usePaletteGroups } from './use-palette-groups.ts'
import styles from './palette.module.css'
import { speakerName } from '../../ui/own-words.ts'

const listId = 'palette-list'
const waitMs = 120

/** Finds recordings, spoken words, projects, pages and actions, all by keyboard. */
export function Palette() {
  const { t } = useTranslation('palette')
  const isOpen = useCommandStore(({ isPaletteOpen }) => isPaletteOpen)
  const [hasLeft, setLeft] = useState(false)
  return (
    <Modal.Root
      opened={isOpen}
      onClose={closePalette}
      size="40rem"
      yOffset="10vh"
      // A plain className would also apply to the overlay around it.
      classNames={{ content: styles['palette'] ?? '' }}
      // If the focus has moved elsewhere, leave it there.
      returnFocus={!hasLeft}
      onExitTransitionEnd={() => setLeft(false)}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('title')}>
        <Finder onLeave={() => setLeft(true)} />
      </Modal.Content>
    </Modal.Root>
  )
}

function Finder({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('palette')
  const [text, setText] = useState(() => useCommandStore.getState().typedAhead)
  useEffect(() => {
    useCommandStore.setState({ isPaletteShown: true })
    return () => useCommandStore.setState({ isPaletteShown: false })
  }, [])
  const words = text.trim()
  const [settled] = useDebouncedValue(words, waitMs)
  const found = usePaletteGroups(words, words === '' ? '' : settled)
  const { groups, state, retry, speaker } = found
  const options = groups.flatMap((group) => group.options)
  const [chosen, setChosen] = useState<string | null>(null)
  const active = options.find(({ id }) => id === chosen) ?? options[0]
  const go = useWay()
  const choose = (option: Option) => {
    if (option.way.to === 'speaker') {
      setText(`${speakerName(option.way.name)}: `)
      return setChosen(null)
    }
    // After changing a setting, people continue where they were.
    if (option.way.to !== 'command' || option.way.command.kind !== 'setting') onLeave()
    closePalette()
    go(option.way)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // During input-method composition, Enter belongs to the input method and not to the list.
    if (event.nativeEvent.isComposing) return
    const next = neighbour(event, options, active)
    if (next) setChosen(next.id)
    else if (event.key === 'Enter' && active) choose(active)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className={styles['field']}>
        <Search size={16} aria-hidden="true" />
        {/* Not a select, because the options contain lines of text and the field is separate. */}
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <input
          data-autofocus
          ref={focusOnce}
          role="combobox"
          aria-label={t('field')}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={active ? `palette-${active.id}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          placeholder={t('placeholder')}
          className={styles['input']}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChosen(null)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <PaletteList
        id={listId}
        groups={groups}
        active={active}
        state={state}
        speaker={found.words === '' ? speaker : null}
        onRetry={retry}
        onPoint={setChosen}
        onChoose={choose}
      />
      <Status count={options.length} isSettled={state === 'ready' && settled === words} />
    </>
  )
}

/** Focuses at once rather than after the dialog's transition, because people keep typing. */
const focusOnce = (field: HTMLInputElement | null): void => field?.focus()

/** The option that a key moves to, wrapping around at both ends. */
function neighbour(event: KeyboardEvent, options: readonly Option[], active: Option | undefined) {
  const at = active ? options.indexOf(active) : -1
  const isPlain = !event.metaKey && !event.altKey && !event.shiftKey
  if (!isPlain) return undefined
  if (event.key === 'ArrowDown') return options[(at + 1) % options.length]
  if (event.key === 'ArrowUp') return options.at(at - 1)
  return undefined
}

function useWay(): (way: Way) => void {
  const navigate = useNavigate()
  return (way) => {
    if (way.to === 'command') return way.command.run()
    if (way.to === 'results') {
      const by = way.speaker === null ? {} : { speaker: way.speaker }
      void navigate({ to: '/search', search: { q: way.words, ...by } })
    }
    if (way.to === 'answer') {
      void navigate({ to: '/search', search: { ask: way.question } })
    }
    if (way.to === 'project') {
      void navigate({ to: '/projects/$projectId', params: { projectId: way.projectId } })
    }
    if (way.to === 'recording') {
      const { projectId, contentId, at } = way
      void navigate({
        to: '/projects/$projectId/recordings/$contentId',
        params: { projectId, contentId },
        search: at === undefined ? {} : { at, play: true },
      })
    }
  }
}

/** Announces the number of results once no more are expected. */
function Status({ count, isSettled }: { count: number; isSettled: boolean }) {
  const { t } = useTranslation('palette')
  const [said, setSaid] = useState(-1)
  if (isSettled && said !== count) setSaid(count)
  return <output className="visually-hidden">{said < 0 ? '' : t('count', { count: said })}</output>
}
