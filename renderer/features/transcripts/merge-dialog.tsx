import { Button, Group, Modal, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Speaker, Transcript } from 'earshot/client'
import { formatLength } from '../../ui/format.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { editFailure } from './edit-failure.ts'
import type { EditSession } from './edit-session.ts'
import { nameOf } from './speakers.ts'

type Props = {
  transcript: Transcript
  speaker: Speaker
  session: EditSession
  onClose: () => void
}

/** Merges two speakers who are the same person. */
export function MergeDialog({ transcript, speaker, session, onClose }: Props) {
  const { t } = useTranslation('transcripts')
  const others = transcript.speakers.filter(({ id }) => id !== speaker.id)
  const [into, setInto] = useState(others[0]?.id ?? '')
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const merge = async () => {
    setBusy(true)
    try {
      await session.make({ kind: 'merge', speakerId: speaker.id, into })
      onClose()
    } catch (error) {
      setFailure(editFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('merge.title', { name: nameOf(speaker) })}
      size="sm"
      returnFocus={false}
    >
      <Stack gap="sm">
        <FormFailure message={failure} />
        <Radio.Group
          label={t('merge.label')}
          description={t('merge.about', { name: nameOf(speaker) })}
          value={into}
          onChange={setInto}
        >
          <Stack gap="xs" mt="xs">
            {others.map((other, index) => (
              <Radio
                key={other.id}
                value={other.id}
                label={t('merge.other', {
                  name: nameOf(other),
                  length: formatLength(other.seconds),
                })}
                {...(index === 0 && { 'data-autofocus': true })}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={isBusy} disabled={!into} onClick={() => void merge()}>
            {t('merge.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
