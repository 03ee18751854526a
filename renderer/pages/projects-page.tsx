import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FolderOpen, Plus } from 'lucide-react'
import { useState } from 'react'
import { asFailure } from '../api/failure.ts'
import { NewProjectDialog } from '../features/projects/project-dialogs.tsx'
import { ProjectList } from '../features/projects/project-list.tsx'
import { useCreateProject, useProjects, type NewProject } from '../features/projects/queries.ts'
import { usePrompts } from '../features/prompts/queries.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'

export function ProjectsPage() {
  const [isOpen, setOpen] = useState(false)
  const create = useCreateProject()
  const prompts = usePrompts()
  const navigate = useNavigate()
  const save = async (body: NewProject) => {
    const project = await create.mutateAsync(body)
    await navigate({ to: '/projects/$projectId', params: { projectId: project.id } })
  }
  return (
    <>
      <PageHeader
        title="Projects"
        actions={
          <Button leftSection={<Plus size={16} />} onClick={() => setOpen(true)}>
            New project
          </Button>
        }
      />
      <Panel flush>
        <Projects onCreate={() => setOpen(true)} />
      </Panel>
      <NewProjectDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        prompts={prompts.data ?? []}
        onSave={save}
      />
    </>
  )
}

function Projects({ onCreate }: { onCreate: () => void }) {
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useProjects()
  if (error) {
    const { message, code } = asFailure(error)
    return (
      <FailureState title="The projects did not load" cause={message} code={code} onRetry={retry} />
    )
  }
  if (!items) return <LoadingRows label="Loading projects" />
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<FolderOpen size={20} />}
        title="Make your first project"
        action={<Button onClick={onCreate}>New project</Button>}
      >
        A project holds recordings that belong together: one customer, one team, one study. Make
        one, then drop your recordings into it.
      </EmptyState>
    )
  }
  return (
    <>
      <ProjectList projects={items} />
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
    </>
  )
}
