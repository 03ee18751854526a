import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FolderOpen, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { ProjectList } from '../features/projects/project-list.tsx'
import { useCreateProject, useProjects, type NewProject } from '../features/projects/queries.ts'
import { usePrompts } from '../features/prompts/queries.ts'
import { useAwaitedCommand } from '../ui/commands.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'

const NewProjectDialog = lazyDialog(
  async () => (await import('../features/projects/project-dialogs.tsx')).NewProjectDialog,
)

export function ProjectsPage() {
  const { t } = useTranslation('projects')
  const [isOpen, setOpen] = useState(false)
  useAwaitedCommand('project.new', () => setOpen(true))
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
        title={t('title')}
        actions={
          <Button leftSection={<Plus size={16} />} onClick={() => setOpen(true)}>
            {t('new.title')}
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
  const { t } = useTranslation('projects')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useProjects()
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title={t('list.notLoaded')} cause={message} code={code} onRetry={retry} />
  }
  if (!items) return <LoadingRows label={t('list.loading')} />
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<FolderOpen size={20} />}
        title={t('list.firstTitle')}
        action={<Button onClick={onCreate}>{t('new.title')}</Button>}
      >
        {t('list.firstText')}
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
