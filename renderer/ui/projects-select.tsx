import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = MultiSelectProps & { projects: readonly { id: string; name: string }[] }

/** Selects the projects that something applies to. */
export const ProjectsSelect = ({ projects, ...input }: Props) => {
  const { t } = useTranslation('parts')
  return (
    <MultiSelect
      label={t('projects.label')}
      description={t('projects.description')}
      placeholder={input.value?.length === 0 ? t('projects.all') : ''}
      searchable
      data={projects.map(({ id, name }) => ({ value: id, label: name }))}
      {...input}
    />
  )
}
