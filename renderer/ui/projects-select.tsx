import { MultiSelect, type MultiSelectProps } from '@mantine/core'

type Props = MultiSelectProps & { projects: readonly { id: string; name: string }[] }

/** Which projects something is for. */
export const ProjectsSelect = ({ projects, ...input }: Props) => (
  <MultiSelect
    label="Projects"
    description="None chosen: all projects"
    placeholder={input.value?.length === 0 ? 'All projects' : ''}
    searchable
    data={projects.map(({ id, name }) => ({ value: id, label: name }))}
    {...input}
  />
)
