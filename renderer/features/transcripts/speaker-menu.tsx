import { Menu } from '@mantine/core'
import { ChevronDown, Merge, Pencil, Play, Split, UserPen, UserPlus, UserRound } from 'lucide-react'
import { useRef, useState, type ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Segment, Speaker } from 'earshot/client'
import { formatClock } from '../../ui/format.ts'
import { menuManner } from '../../ui/menu-manner.ts'
import type { EditSession } from './edit-session.ts'
import { ask, openDraft, startChoice, type Question } from './edit-store.ts'
import { LineTool } from './line-tool.tsx'
import { playFrom, usePlayer } from './player-store.ts'
import { nameOf, type SpeakerLook } from './speakers.ts'
import styles from './speaker-menu.module.css'

type Props = {
  segment: Segment
  speaker: SpeakerLook
  speakers: readonly Speaker[]
  session: EditSession
  isTabStop: boolean
  /** Shown as the name above a turn, otherwise as a small button beside the line. */
  isTurn?: boolean
}

/**
 * The speaker of a line and every change to it. Rendering a menu for every line on screen would be
 * slow, so the first click creates it and is then passed on to it.
 */
export function SpeakerMenu({ isTurn = false, isTabStop, ...props }: Props) {
  const [isWanted, setWanted] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const open = () => {
    flushSync(() => setWanted(true))
    target.current?.focus()
    target.current?.click()
  }
  const shown = { ref: target, speaker: props.speaker, start: props.segment.start, isTabStop }
  if (!isWanted) {
    return (
      <Target
        {...shown}
        isTurn={isTurn}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={open}
      />
    )
  }
  return (
    <Menu position="bottom-start" shadow="md" width={250} {...menuManner}>
      <Menu.Target>
        <Target {...shown} isTurn={isTurn} />
      </Menu.Target>
      <Menu.Dropdown>
        <Items {...props} />
      </Menu.Dropdown>
    </Menu>
  )
}

type TargetProps = ComponentProps<'button'> & {
  speaker: SpeakerLook
  start: number
  isTurn: boolean
  isTabStop: boolean
}

function Target({ speaker, start, isTurn, isTabStop, ...button }: TargetProps) {
  const { t } = useTranslation('transcripts')
  const tabIndex = isTabStop ? 0 : -1
  if (isTurn) {
    return (
      <button {...button} type="button" tabIndex={tabIndex} className={styles['name']}>
        {speaker.name}
        <ChevronDown size={13} aria-hidden="true" className={styles['arrow']} />
      </button>
    )
  }
  return (
    <LineTool
      {...button}
      tabIndex={tabIndex}
      title={t('speaker.who')}
      aria-label={t('speaker.said', { name: speaker.name, time: formatClock(start) })}
    >
      <UserRound size={14} />
    </LineTool>
  )
}

type ItemsProps = Omit<Props, 'isTurn' | 'isTabStop'>

function Items({ segment, speaker, speakers, session }: ItemsProps) {
  const { t } = useTranslation('transcripts')
  const question = (kind: Question['kind']) => () =>
    ask({ kind, segmentId: segment.id, speakerId: speaker.id })
  const others = speakers.filter(({ id }) => id !== speaker.id)
  const hasSound = usePlayer((state) => state.hasSound)
  return (
    <>
      {hasSound ? (
        <Menu.Item leftSection={<Play size={14} />} onClick={() => playFrom(segment.start)}>
          {t('row.play', { time: formatClock(segment.start) })}
        </Menu.Item>
      ) : null}
      <Menu.Item
        leftSection={<Pencil size={14} />}
        onClick={() => openDraft(segment.id, segment.text)}
      >
        {t('speaker.edit')}
      </Menu.Item>
      <Menu.Label>{t('speaker.saidBy')}</Menu.Label>
      <div className={styles['people']}>
        {others.map((other) => (
          <Menu.Item
            key={other.id}
            leftSection={<UserRound size={14} />}
            onClick={() =>
              session.attempt({
                kind: 'assign',
                segmentId: segment.id,
                to: { speaker_id: other.id },
              })
            }
          >
            {nameOf(other)}
          </Menu.Item>
        ))}
      </div>
      <Menu.Item leftSection={<UserPlus size={14} />} onClick={question('somebody')}>
        {t('speaker.somebody')}
      </Menu.Item>
      <Menu.Label>{t('speaker.everywhere', { name: speaker.name })}</Menu.Label>
      <Menu.Item leftSection={<UserPen size={14} />} onClick={question('rename')}>
        {t('speaker.rename')}
      </Menu.Item>
      {others.length > 0 ? (
        <Menu.Item leftSection={<Merge size={14} />} onClick={question('merge')}>
          {t('speaker.merge')}
        </Menu.Item>
      ) : null}
      <Menu.Item
        leftSection={<Split size={14} />}
        onClick={() => startChoice(speaker.id, segment.id)}
      >
        {t('speaker.split')}
      </Menu.Item>
    </>
  )
}
