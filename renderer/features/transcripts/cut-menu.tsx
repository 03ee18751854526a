import { Button, Menu } from '@mantine/core'
import { Scissors, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Segment, Speaker } from 'earshot/client'
import { menuManner } from '../../ui/menu-manner.ts'
import type { EditSession } from './edit-session.ts'
import { closeDraft, useEditing } from './edit-store.ts'
import { focusRow } from './row-keys.ts'
import { cutAt } from './segment-parts.ts'
import { nameOf } from './speakers.ts'
import styles from './speaker-menu.module.css'
import { speakerName } from '../../ui/own-words.ts'

type Props = {
  segment: Segment
  speakers: readonly Speaker[]
  /** The caret's position in the text. */
  caret: number
  session: EditSession
}

/** Splits a line in two at the caret, and asks who said the second part. */
export function CutMenu({ segment, speakers, caret, session }: Props) {
  const { t } = useTranslation('transcripts')
  const isChanged = useEditing(({ draft }) => draft !== null && draft.text !== segment.text)
  const cut = isChanged ? null : cutAt(segment, caret)
  const run = (speakerId?: string) => {
    if (!cut) return
    closeDraft()
    const to = speakerId === undefined ? {} : { speakerId }
    session.attempt({ kind: 'cut', segmentId: segment.id, wordIndex: cut.word, ...to })
    // After the menu has released the focus.
    setTimeout(() => focusRow(segment.id))
  }
  const speaker = speakers.find(({ id }) => id === segment.speaker_id)
  const others = speakers.filter(({ id }) => id !== segment.speaker_id)
  return (
    <Menu position="bottom-start" shadow="md" width={250} {...menuManner}>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<Scissors size={12} />}
          disabled={!cut}
          title={t(isChanged ? 'cut.saveFirst' : 'cut.hint')}
        >
          {t('cut.here')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('cut.from', { word: cut?.text ?? '' })}</Menu.Label>
        <div className={styles['people']}>
          <Menu.Item leftSection={<UserRound size={14} />} onClick={() => run()}>
            {t('cut.same', { name: speaker ? nameOf(speaker) : speakerName(segment.speaker) })}
          </Menu.Item>
          {others.map((other) => (
            <Menu.Item
              key={other.id}
              leftSection={<UserRound size={14} />}
              onClick={() => run(other.id)}
            >
              {nameOf(other)}
            </Menu.Item>
          ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  )
}
