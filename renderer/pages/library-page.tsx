import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Lightbulb, Settings, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { asFailure } from '../api/failure.ts'
import type { Project } from '../api/types.ts'
import { AskBox } from '../features/ask/ask-box.tsx'
import { DeleteProjectDialog } from '../features/projects/project-dialogs.tsx'
import { ProjectSettingsDialog } from '../features/projects/project-settings.tsx'
import { useSpeechModels } from '../features/models/queries.ts'
import { useDeleteProject, useProject, useUpdateProject } from '../features/projects/queries.ts'
import { usePrompts } from '../features/prompts/queries.ts'
import { VoiceList } from '../features/voices/voice-list.tsx'
import { announce } from '../ui/announcer.ts'
import { countOf } from '../ui/format.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'
import { Library } from './library.tsx'

const route = getRouteApi('/projects/$projectId')

export function LibraryPage() {
  const { projectId } = route.useParams()
  const project = useProject(projectId)
  const crumbs = <Link to="/projects">Projects</Link>
  if (project.error && !project.data) {
    const { message, code } = asFailure(project.error)
    return (
      <>
        <PageHeader title="Project" crumbs={crumbs} />
        <FailureState
          title="The project did not load"
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
        <PageHeader title="Project" crumbs={crumbs} />
        <LoadingRows label="Loading the project" />
      </>
    )
  }
  return <OpenProject key={projectId} project={project.data} />
}

type OpenDialog = 'settings' | 'delete' | null

function OpenProject({ project }: { project: Project }) {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  return (
    <>
      <PageHeader
        title={project.name}
        crumbs={<Link to="/projects">Projects</Link>}
        meta={
          <>
            <span>{countOf(project.content_count, 'recording')}</span>
            {project.settings.auto_analyze ? <span>Analyses each new recording</span> : null}
            {project.description ? <span>{project.description}</span> : null}
          </>
        }
        actions={
          <>
            <Button
              variant="default"
              leftSection={<Lightbulb size={15} />}
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/projects/$projectId/insights"
                  params={{ projectId: project.id }}
                />
              )}
            >
              Insights
            </Button>
            <Button
              variant="default"
              leftSection={<Settings size={15} />}
              onClick={() => setDialog('settings')}
            >
              Settings
            </Button>
            <Button
              variant="default"
              leftSection={<Trash2 size={15} />}
              onClick={() => setDialog('delete')}
            >
              Delete
            </Button>
          </>
        }
      />
      {project.content_count > 0 ? <AskBox projectId={project.id} /> : null}
      <Library projectId={project.id} />
      <ProjectDialogs project={project} dialog={dialog} onClose={() => setDialog(null)} />
    </>
  )
}

type DialogsProps = { project: Project; dialog: OpenDialog; onClose: () => void }

function ProjectDialogs({ project, dialog, onClose }: DialogsProps) {
  const navigate = route.useNavigate()
  const prompts = usePrompts()
  const models = useSpeechModels()
  const queries = useQueryClient()
  const update = useUpdateProject(project.id)
  const remove = useDeleteProject(project.id)
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
          announce('The settings are saved')
          onClose()
        }}
      />
      <DeleteProjectDialog
        isOpen={dialog === 'delete'}
        onClose={onClose}
        project={project}
        onDelete={async () => {
          await remove.mutateAsync()
          await navigate({ to: '/projects' })
        }}
      />
    </>
  )
}
