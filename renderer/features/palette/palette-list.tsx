// Options with lines of text, marks and times: no HTML element offers that.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { Button } from '@mantine/core'
import { FileAudio, FolderOpen, MessageCircleQuestion, Play, Search, UserRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../ui/format.ts'
import { MarkedText } from '../../ui/marked-text.tsx'
import type { Group, Option } from './options.ts'
import type { PaletteState } from './use-palette-groups.ts'
import styles from './palette.module.css'
import { speakerName } from '../../ui/own-words.ts'

type Props = {
  id: string
  groups: readonly Group[]
  active: Option | undefined
  state: PaletteState
  /** Set while a speaker is named but no word has been typed. */
  speaker: string | null
  onRetry: () => void
  onPoint: (id: string) => void
  onChoose: (option: Option) => void
}

/** The options in groups. The focus stays in the field, which refers to the active option. */
export function PaletteList(props: Props) {
  const { id, groups, active, state, speaker, onRetry, onPoint, onChoose } = props
  const { t } = useTranslation('palette')
  const isBare = groups.every(({ name }) => name === 'all')
  return (
    <div className={styles['body']}>
      {state === 'failed' ? (
        <p role="alert" className={styles['note']}>
          {t('failed')}
          <Button size="compact-xs" variant="default" onClick={onRetry}>
            {t('again')}
          </Button>
        </p>
      ) : null}
      {state === 'looking' && isBare ? <p className={styles['note']}>{t('looking')}</p> : null}
      {state === 'ready' && isBare ? (
        <p className={styles['note']}>
          {speaker === null ? t('nothing') : t('askSpeaker', { name: speakerName(speaker) })}
        </p>
      ) : null}
      <div
        id={id}
        role="listbox"
        aria-label={t('list')}
        aria-busy={state === 'looking'}
        className={styles['list']}
      >
        {groups.map(({ name, options }) => (
          <div key={name} role="group" aria-labelledby={`palette-group-${name}`}>
            <div id={`palette-group-${name}`} className={styles['group']}>
              {t(`groups.${name}`)}
            </div>
            {options.map((option) => (
              <OptionRow
                key={option.id}
                option={option}
                isActive={option.id === active?.id}
                onPoint={onPoint}
                onChoose={onChoose}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={styles['keys']} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('keys.move')}
        </span>
        <span>
          <kbd>↵</kbd> {t('keys.open')}
        </span>
        <span>
          <kbd>Esc</kbd> {t('keys.close')}
        </span>
      </p>
    </div>
  )
}

type RowProps = { option: Option; isActive: boolean } & Pick<Props, 'onPoint' | 'onChoose'>

function OptionRow({ option, isActive, onPoint, onChoose }: RowProps) {
  const { t } = useTranslation('palette')
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const { name, line, detail, at } = option
  return (
    // The field handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={row}
      id={`palette-${option.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles['option']}
      // onMouseMove, not onMouseEnter: a list that scrolls under a resting
      // mouse must select nothing.
      onMouseMove={() => onPoint(option.id)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(option)}
    >
      <OptionIcon option={option} />
      <span className={styles['text']}>
        <span className={styles['name']}>
          {at === undefined ? <Name option={option} /> : <MarkedText source={line ?? ''} />}
        </span>
        {at === undefined && line !== undefined ? (
          <span className={styles['line']}>
            <MarkedText source={line} />
          </span>
        ) : null}
        {option.way.to === 'speaker' ? (
          <span className={styles['detail']}>{t('onlySaidBy', { name })}</span>
        ) : null}
        {detail === undefined ? null : <span className={styles['detail']}>{detail}</span>}
      </span>
      {at === undefined ? null : <span className={styles['time']}>{formatClock(at)}</span>}
    </div>
  )
}

function Name({ option: { name, way } }: { option: Option }) {
  const { t } = useTranslation('palette')
  if (way.to === 'results') return t('allFor', { words: name })
  return way.to === 'answer' ? t('askFor', { question: name }) : name
}

function OptionIcon({ option: { way, at } }: { option: Option }) {
  if (way.to === 'command') return <way.command.Icon size={16} aria-hidden="true" />
  if (way.to === 'results') return <Search size={16} aria-hidden="true" />
  if (way.to === 'answer') return <MessageCircleQuestion size={16} aria-hidden="true" />
  if (way.to === 'speaker') return <UserRound size={16} aria-hidden="true" />
  if (way.to === 'project') return <FolderOpen size={16} aria-hidden="true" />
  if (at === undefined) return <FileAudio size={16} aria-hidden="true" />
  return <Play size={16} aria-hidden="true" />
}
