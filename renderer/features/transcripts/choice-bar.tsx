import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Speaker } from 'earshot/client'
import { editFailure } from './edit-failure.ts'
import type { EditSession } from './edit-session.ts'
import { endChoice, useEditing } from './edit-store.ts'
import { nameOf } from './speakers.ts'
import styles from './choice-bar.module.css'

type Props = { speakers: readonly Speaker[]; session: EditSession }

/** Shown while lines of one speaker are being selected: how many, for whom, and a way to cancel. */
export function ChoiceBar({ speakers, session }: Props) {
  const choice = useEditing((state) => state.choice)
  const speaker = speakers.find(({ id }) => id === choice?.speakerId)
  return choice && speaker ? (
    <Chosen speaker={speaker} ids={[...choice.ids]} session={session} />
  ) : null
}

type ChosenProps = { speaker: Speaker; ids: readonly string[]; session: EditSession }

function Chosen({ speaker, ids, session }: ChosenProps) {
  const { t } = useTranslation('transcripts')
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    try {
      const chosenName = name.trim() || null
      await session.make({
        kind: 'split',
        speakerId: speaker.id,
        segmentIds: ids,
        name: chosenName,
      })
      endChoice()
    } catch (error) {
      setFailure(editFailure(error))
    }
  }
  return (
    <form
      aria-label={t('choice.title')}
      className={styles['bar']}
      onSubmit={(event) => void submit(event)}
    >
      <p className={styles['text']}>
        <Trans
          t={t}
          i18nKey={'choice.chosen'}
          count={ids.length}
          values={{ name: nameOf(speaker) }}
          components={{ strong: <strong /> }}
        />
      </p>
      <TextInput
        size="xs"
        className={styles['name'] ?? ''}
        aria-label={t('choice.name')}
        placeholder={t('choice.nameHint')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button size="xs" type="submit" disabled={ids.length === 0}>
        {t('choice.make')}
      </Button>
      <Button size="xs" variant="default" onClick={endChoice}>
        {t('cancel')}
      </Button>
      {failure ? (
        <p role="alert" className={styles['failure']}>
          {failure}
        </p>
      ) : null}
    </form>
  )
}
