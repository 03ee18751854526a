import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { Lightbulb, Mic, Settings, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { Project } from 'earshot/client'
import { AskBox } from '../features/ask/ask-box.tsx'
import { DeleteProjectDialog } from '../features/projects/project-dialogs.tsx'
import { ProjectSettingsDialog } from '../features/projects/project-settings.tsx'
import { useSpeechModels } from '../features/models/queries.ts'
import { useDeleteProject, useProject, useUpdateProject } from '../features/projects/queries.ts'
import { usePrompts } from '../features/prompts/queries.ts'
import { VoiceList } from '../features/voices/voice-list.tsx'
import { useTrashUndo } from '../features/trash/queries.ts'
import { announce } from '../ui/announcer.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'
import { ActionsLink } from './actions-link.tsx'
import { Library } from './library.tsx'
import styles from './library.module.css'

const route = getRouteApi('/projects/$projectId')

export function LibraryPage() {
  const { t } = useTranslation('projects')
  const { projectId } = route.useParams()
  const project = useProject(projectId)
  const crumbs = <Link to="/projects">{t('title')}</Link>
  if (project.error && !project.data) {
    const { message, code } = asFailure(project.error)
    return (
      <>
        <PageHeader title={t('one')} crumbs={crumbs} />
        <FailureState
          title={t('page.notLoaded')}
          cause={message}
          code={code}
          onRetry={() => void project.refetch()}
        />
      </>
    )
  }
  if (!project.data) {
    return (
      <>
        <PageHeader title={t('one')} crumbs={crumbs} />
        <LoadingRows label={t('page.loading')} />
      </>
    )
  }
  return <OpenProject key={projectId} project={project.data} />
}

type OpenDialog = 'settings' | 'delete' | null

function OpenProject({ project }: { project: Project }) {
  const { t } = useTranslation('projects')
  const [dialog, setDialog] = useState<OpenDialog>(null)
  return (
    <div className={styles['page']}>
      <PageHeader
        title={project.name}
        crumbs={<Link to="/projects">{t('title')}</Link>}
        meta={
          <>
            <span>{t('recordings', { count: project.content_count })}</span>
            {project.settings.auto_analyze ? <span>{t('page.autoAnalyze')}</span> : null}
            {project.description ? <span>{project.description}</span> : null}
          </>
        }
        actions={<HeaderActions projectId={project.id} onOpen={setDialog} />}
      />
      {project.content_count > 0 ? <AskBox projectId={project.id} /> : null}
      <Library project={project} />
      <ProjectDialogs project={project} dialog={dialog} onClose={() => setDialog(null)} />
    </div>
  )
}

type ActionsProps = { projectId: string; onOpen: (dialog: OpenDialog) => void }

function HeaderActions({ projectId, onOpen }: ActionsProps) {
  const { t } = useTranslation('projects')
  return (
    <>
      <Button
        leftSection={<Mic size={15} />}
        renderRoot={(props) => <Link {...props} to="/record" search={{ project: projectId }} />}
      >
        {t('page.record')}
      </Button>
      <Button
        variant="default"
        leftSection={<Lightbulb size={15} />}
        renderRoot={(props) => (
          <Link {...props} to="/projects/$projectId/insights" params={{ projectId: projectId }} />
        )}
      >
        {t('page.insights')}
      </Button>
      <ActionsLink projectId={projectId} />
      <Button
        variant="default"
        leftSection={<Settings size={15} />}
        onClick={() => onOpen('settings')}
      >
        {t('page.settings')}
      </Button>
      <Button variant="default" leftSection={<Trash2 size={15} />} onClick={() => onOpen('delete')}>
        {t('page.delete')}
      </Button>
    </>
  )
}

type DialogsProps = { project: Project; dialog: OpenDialog; onClose: () => void }

function ProjectDialogs({ project, dialog, onClose }: DialogsProps) {
  const { t } = useTranslation('projects')
  const navigate = route.useNavigate()
  const prompts = usePrompts()
  const models = useSpeechModels()
  const queries = useQueryClient()
  const update = useUpdateProject(project.id)
  const remove = useDeleteProject(project.id)
  const offerUndo = useTrashUndo()
  return (
    <>
      <ProjectSettingsDialog
        isOpen={dialog === 'settings'}
        onClose={onClose}
        project={project}
        prompts={prompts.data ?? []}
        models={models.data ?? []}
        voices={<VoiceList projectId={project.id} />}
        onSave={async (body) => {
          await update.mutateAsync(body)
          await queries.invalidateQueries({ queryKey: ['voices', project.id] })
          announce(t('page.saved'))
          onClose()
        }}
      />
      <DeleteProjectDialog
        isOpen={dialog === 'delete'}
        onClose={onClose}
        project={project}
        onDelete={async () => {
          const item = await remove.mutateAsync()
          await navigate({ to: '/projects' })
          offerUndo(item, project.name)
        }}
      />
    </>
  )
}
