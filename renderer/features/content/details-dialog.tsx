import { Modal, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import type { ContentDetail } from '../../api/types.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import type { ContentChange } from './queries.ts'
import { shownName } from '../../ui/shown-name.ts'

type Props = {
  recording: ContentDetail
  /** The field to begin with. */
  first: 'title' | 'project_id'
  projects: readonly { id: string; name: string }[]
  onSave: (change: ContentChange) => Promise<unknown>
  onClose: () => void
}

const fields = ['title', 'recorded_at', 'project_id']

/** What a person says of a recording: its title, when it took place, and the project that it belongs to. */
export function DetailsDialog({ recording, first, projects, onSave, onClose }: Props) {
  const { t } = useTranslation('content')
  const before = {
    title: shownName(recording),
    recorded_at: toLocal(recording.recorded_at),
    project_id: recording.project_id,
  }
  const form = useForm({ initialValues: before })
  const { rest, submit } = useFormSubmit(form, fields, async (values) => {
    const { title, recorded_at: at, project_id: projectId } = values
    await onSave({
      ...(title !== before.title && { title: title.trim() === '' ? null : title }),
      ...(at !== before.recorded_at && {
        recorded_at: at === '' ? null : new Date(at).toISOString(),
      }),
      ...(projectId !== before.project_id && { project_id: projectId }),
    })
  })
  return (
    <Modal opened onClose={onClose} title={t('details.heading')}>
      <FormFrame
        failure={rest}
        onSubmit={form.onSubmit(submit)}
        submitLabel={t('details.save')}
        isBusy={form.submitting}
        onCancel={onClose}
      >
        <TextInput
          label={t('details.title')}
          description={t('details.titleAbout', { filename: recording.filename })}
          maxLength={200}
          data-autofocus={first === 'title' || undefined}
          {...form.getInputProps('title')}
        />
        <TextInput
          type="datetime-local"
          label={t('details.when')}
          {...form.getInputProps('recorded_at')}
        />
        <NativeSelect
          label={t('details.project')}
          data-autofocus={first === 'project_id' || undefined}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('project_id')}
        />
      </FormFrame>
    </Modal>
  )
}

/** As a field for date and time takes it: in the time zone of this machine, to the minute. */
function toLocal(iso: string): string {
  const time = new Date(iso)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
