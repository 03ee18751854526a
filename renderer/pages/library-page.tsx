import { ActionIcon, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { Lightbulb, Mic, Settings as Gear, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { Project } from 'earshot/client'
import { ProjectSettingsDialog } from '../features/projects/project-settings.tsx'
import { useSpeechModels } from '../features/models/queries.ts'
import { useDeleteProject, useProject, useUpdateProject } from '../features/projects/queries.ts'
import { usePrompts } from '../features/prompts/queries.ts'
import { VoiceList } from '../features/voices/voice-list.tsx'
import { useTrashUndo } from '../features/trash/queries.ts'
import type { LibrarySearch } from '../search-params.ts'
import { access, isSignedIn } from '../session-store.ts'
import { announce } from '../ui/announcer.ts'
import { FormFailure } from '../ui/form-failure.tsx'
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

function OpenProject({ project }: { project: Project }) {
  const { t } = useTranslation('projects')
  const { settings: place, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const [isSetting, setSetting] = useState(false)
  const close = () => {
    setSetting(false)
    if (place) void navigate({ search, replace: true })
  }
  const { auto_analyze: isAnalyzed } = project.settings
  return (
    <div className={styles['page']}>
      <Library
        project={project}
        header={
          <PageHeader
            title={project.name}
            meta={
              isAnalyzed || project.description ? (
                <>
                  {project.description ? <span>{project.description}</span> : null}
                  {isAnalyzed ? <span>{t('page.autoAnalyze')}</span> : null}
                </>
              ) : null
            }
          />
        }
        actions={<HeaderActions project={project} onSettings={() => setSetting(true)} />}
      />
      <Settings
        project={project}
        isOpen={isSetting || place !== undefined}
        place={place}
        onClose={close}
      />
    </div>
  )
}

type ActionsProps = { project: Project; onSettings: () => void }

function HeaderActions({ project, onSettings }: ActionsProps) {
  const { t } = useTranslation('projects')
  const { id: projectId } = project
  const remove = useBin(project)
  return (
    <>
      {remove.error ? <FormFailure message={asFailure(remove.error).message} /> : null}
      <Button
        variant="default"
        data-short
        leftSection={<Lightbulb size={15} />}
        renderRoot={(props) => (
          <Link {...props} to="/projects/$projectId/insights" params={{ projectId: projectId }} />
        )}
      >
        {t('page.insights')}
      </Button>
      <ActionsLink projectId={projectId} />
      <Button
        data-short
        leftSection={<Mic size={15} />}
        renderRoot={(props) => <Link {...props} to="/record" search={{ project: projectId }} />}
      >
        {t('page.record')}
      </Button>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={t('page.settings')}
        title={t('page.settings')}
        onClick={onSettings}
      >
        <Gear size={15} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={t('page.delete')}
        title={t('page.delete')}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <Trash2 size={15} />
      </ActionIcon>
    </>
  )
}

/** Into the bin without a question, since it can be taken back. */
function useBin(project: Project) {
  const navigate = route.useNavigate()
  const offerUndo = useTrashUndo()
  return useDeleteProject(project.id, (item) => {
    void navigate({ to: '/projects' })
    offerUndo(item, project.name)
  })
}

type SettingsProps = {
  project: Project
  isOpen: boolean
  place: LibrarySearch['settings']
  onClose: () => void
}

function Settings({ project, isOpen, place, onClose }: SettingsProps) {
  const { t } = useTranslation('projects')
  const prompts = usePrompts()
  const models = useSpeechModels()
  const queries = useQueryClient()
  const update = useUpdateProject(project.id)
  return (
    <ProjectSettingsDialog
      isOpen={isOpen}
      first={place}
      onClose={onClose}
      project={project}
      prompts={prompts.data ?? []}
      models={models.data ?? []}
      voices={<VoiceList projectId={project.id} />}
      folders={access().isOperator ? (isSignedIn() ? 'shown' : 'added') : 'none'}
      onSave={async (body) => {
        await update.mutateAsync(body)
        await queries.invalidateQueries({ queryKey: ['voices', project.id] })
        announce(t('page.saved'))
        onClose()
      }}
    />
  )
}
