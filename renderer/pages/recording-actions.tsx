import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, RefreshCw, Trash2, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { ContentDetail } from '../api/types.ts'
import { mayHelpAgain } from '../features/content/failure-help.ts'
import { DetailsDialog } from '../features/content/details-dialog.tsx'
import { useChangeRecording, useDeleteRecording } from '../features/content/queries.ts'
import { useProjectChoices } from '../features/projects/queries.ts'
import { useTrashUndo } from '../features/trash/queries.ts'
import { announce } from '../ui/announcer.ts'
import { useAwaitedCommand } from '../ui/commands.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { menuManner } from '../ui/menu-manner.ts'
import { shownName } from '../ui/shown-name.ts'

type Props = { recording: ContentDetail; onTranscribe: () => void; onEdit: () => void }

/** Changes what is said of a recording, transcribes it again, or puts it into the bin. */
export function RecordingActions({ recording, onTranscribe, onEdit }: Props) {
  const { t } = useTranslation('transcripts')
  const { error, status } = recording
  const remove = useBin(recording)
  useAwaitedCommand('recording.delete', () => remove.mutate(recording.id))
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false })
  const others: Act[] = [
    {
      name: 'transcribe',
      Icon: RefreshCw,
      isHidden: recording.source === 'import' || Boolean(error && !mayHelpAgain(error.code)),
      isOff: status === 'processing' || status === 'uploaded',
      run: onTranscribe,
    },
    {
      name: 'delete',
      Icon: Trash2,
      isOff: remove.isPending,
      run: () => remove.mutate(recording.id),
    },
  ]
  const shown = others.filter(({ isHidden }) => !isHidden)
  return (
    <>
      {remove.error ? <FormFailure message={asFailure(remove.error).message} /> : null}
      <Button variant="default" leftSection={<Pencil size={15} />} onClick={onEdit}>
        {t('recording.details')}
      </Button>
      {isPhone ? (
        <MoreMenu acts={shown} />
      ) : (
        shown.map(({ name, Icon, isOff, run }) => (
          <Button
            key={name}
            variant="default"
            leftSection={<Icon size={15} />}
            disabled={isOff}
            onClick={run}
          >
            {t(`recording.${name}`)}
          </Button>
        ))
      )}
    </>
  )
}

/** As in the shell's styles. */
const phone = '(max-width: 760px)'

type Act = {
  name: 'transcribe' | 'delete'
  Icon: LucideIcon
  isHidden?: boolean
  isOff: boolean
  run: () => void
}

function MoreMenu({ acts }: { acts: readonly Act[] }) {
  const { t } = useTranslation('transcripts')
  return (
    <Menu {...menuManner} position="bottom-start" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('recording.more')}>
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(({ name, Icon, isOff, run }) => (
          <Menu.Item key={name} leftSection={<Icon size={15} />} disabled={isOff} onClick={run}>
            {t(`recording.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Into the bin without a question, since it can be taken back. */
function useBin(recording: ContentDetail) {
  const { project_id: projectId } = recording
  const navigate = useNavigate()
  const offerUndo = useTrashUndo()
  return useDeleteRecording(projectId, async (item) => {
    await navigate({ to: '/projects/$projectId', params: { projectId } })
    offerUndo(item, shownName(recording))
  })
}

type DetailsProps = {
  recording: ContentDetail
  /** The field to begin with. */
  first: 'title' | 'project_id'
  onClose: () => void
}

/** Asks for title, time and project, and follows the recording where it goes. */
export function RecordingDetails({ recording, first, onClose }: DetailsProps) {
  const { t } = useTranslation('content')
  const { id: contentId, project_id: projectId } = recording
  const projects = useProjectChoices()
  const change = useChangeRecording(projectId, contentId)
  const navigate = useNavigate()
  const queries = useQueryClient()
  return (
    <DetailsDialog
      recording={recording}
      first={first}
      projects={projects.data ?? []}
      onSave={async (body) => {
        const item = await change.mutateAsync(body)
        announce(t('details.saved'))
        onClose()
        if (item.project_id === projectId) return
        const to = '/projects/$projectId/recordings/$contentId'
        const params = { projectId: item.project_id, contentId }
        await navigate({ to, params, replace: true })
        // Only now: before, they would ask for what is no longer at the old address.
        await queries.invalidateQueries()
      }}
      onClose={onClose}
    />
  )
}
