import { Autocomplete, Button, Group, Modal, Stack } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import type { Speaker, Transcript } from 'earshot/client'
import { i18n } from '../../i18n/i18n.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { editFailure } from './edit-failure.ts'
import type { EditSession } from './edit-session.ts'
import type { Edit } from './edits.ts'
import { nameOf } from './speakers.ts'

type Props = {
  /** A new name for the speaker, or a different speaker for the line. */
  kind: 'rename' | 'somebody'
  transcript: Transcript
  segmentId: string
  speaker: Speaker
  session: EditSession
  /** Offered, but for those that other speakers have. */
  names: readonly string[]
  onClose: () => void
}

/** Asks for a name: for a speaker throughout the recording, or for whoever said one line. */
export function NameDialog(props: Props) {
  const { kind, transcript, segmentId, speaker, session, names, onClose } = props
  const { t } = useTranslation('transcripts')
  const isRename = kind === 'rename'
  const [name, setName] = useState(isRename ? (speaker.name ?? '') : '')
  const [failure, setFailure] = useState<{ code: string; text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  // Keep the initial title, because the list shows the new name while it is still being saved.
  const [title] = useState(() => titleOf(isRename, speaker))
  const send = async (edit: Edit) => {
    setBusy(true)
    setFailure(null)
    try {
      await session.make(edit)
      onClose()
    } catch (error) {
      setFailure({ code: asFailure(error).code, text: editFailure(error) })
    } finally {
      setBusy(false)
    }
  }
  const offered = names.filter((one) => !transcript.speakers.some((other) => isCalled(other, one)))
  const same = transcript.speakers.find((one) => one.id !== speaker.id && isCalled(one, name))
  const isTaken = isRename && failure?.code === 'speaker_name_taken' && same !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(editOf({ isRename, name: name.trim(), segmentId, speaker }))
  }
  return (
    <Modal opened onClose={onClose} title={title} size="sm" returnFocus={false}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {isTaken ? null : <FormFailure message={failure?.text ?? null} />}
          <Autocomplete
            label={t('name.label')}
            description={t(isRename ? 'name.renameAbout' : 'name.somebodyAbout')}
            data-autofocus
            maxLength={100}
            value={name}
            data={offered}
            onChange={(value) => {
              setName(value)
              setFailure(null)
            }}
          />
          {isTaken ? <FormFailure message={t('name.taken', { name: nameOf(same) })} /> : null}
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            {isTaken ? (
              <Button
                loading={isBusy}
                onClick={() => void send({ kind: 'merge', speakerId: speaker.id, into: same.id })}
              >
                {t('name.merge', { name: nameOf(same) })}
              </Button>
            ) : (
              <Button type="submit" loading={isBusy}>
                {t(isRename ? 'name.rename' : 'name.change')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const titleOf = (isRename: boolean, speaker: Speaker): string =>
  isRename
    ? i18n.t('transcripts:name.renameTitle', { name: nameOf(speaker) })
    : i18n.t('transcripts:name.somebodyTitle')

const isCalled = (speaker: Speaker, name: string): boolean =>
  nameOf(speaker).toLowerCase() === name.trim().toLowerCase()

type Naming = { isRename: boolean; name: string; segmentId: string; speaker: Speaker }

function editOf({ isRename, name, segmentId, speaker }: Naming): Edit {
  if (isRename) return { kind: 'rename', speakerId: speaker.id, name: name || null }
  return name
    ? { kind: 'assign', segmentId, to: { speaker: name } }
    : { kind: 'split', speakerId: speaker.id, segmentIds: [segmentId], name: null }
}
