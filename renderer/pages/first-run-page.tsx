import { Button, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { FirstRunEncryption } from '../features/encryption/encryption-off.tsx'
import { ModelStep } from '../features/first-run/model-step.tsx'
import { ProjectStep } from '../features/first-run/project-step.tsx'
import { RecordingStep } from '../features/first-run/recording-step.tsx'
import { noteSeen } from '../features/first-run/seen.ts'
import { StepFrame, type StepName } from '../features/first-run/step-frame.tsx'
import { ModelServers } from '../features/model-servers/model-servers.tsx'
import { RecommendedModels } from '../features/models/recommended-models.tsx'
import { useCreateProject, useProjectChoices } from '../features/projects/queries.ts'
import { LanguageChoice } from '../features/settings/appearance.tsx'
import { showLocked } from '../session-store.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { useFirstRecording } from './first-recording.ts'
import { SampleCall } from './sample-call.tsx'

/** The steps to a first transcript. They can be skipped, and opened again from About. */
export function FirstRunPage() {
  const { t } = useTranslation('firstRun')
  const navigate = useNavigate()
  const skip = () => {
    // Before the way home is looked up, which leads back here as long as nothing was seen.
    noteSeen()
    void navigate({ to: '/' })
  }
  // Leaving for another screen also counts as having seen the first steps.
  useEffect(() => noteSeen, [])
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <Button variant="subtle" onClick={skip}>
            {t('skip')}
          </Button>
        }
      />
      <Steps />
    </>
  )
}

type Chosen = { id: string; name: string }

function Steps() {
  const { t } = useTranslation(['firstRun', 'home'])
  const [step, setStep] = useState<StepName>('welcome')
  const [made, setMade] = useState<Chosen | null>(null)
  const projects = useProjectChoices()
  const there = projects.data?.[0] ?? null
  const project = made ?? there
  const create = useCreateProject()
  if (step === 'welcome') {
    return (
      <StepFrame step="welcome" title={t('welcome.title')} text={t('welcome.text')}>
        <LanguageChoice />
        {project ? <Text mt="sm">{t('project.use', { name: project.name })}</Text> : null}
        <FirstRunEncryption onClosing={showLocked} />
        <Group mt="lg">
          <Button
            loading={projects.isPending}
            onClick={() => setStep(project ? 'model' : 'project')}
          >
            {t('next')}
          </Button>
          {projects.isSuccess ? (
            <SampleCall
              toProject={async () =>
                (project ?? (await create.mutateAsync({ name: t('home:firstProject') }))).id
              }
            />
          ) : null}
        </Group>
      </StepFrame>
    )
  }
  if (step === 'model' && project) {
    return (
      <ModelStep onBack={() => setStep('welcome')} onNext={() => setStep('recording')}>
        <RecommendedModels />
        <ModelServers />
      </ModelStep>
    )
  }
  if (step === 'recording' && project) return <Recording project={project} />
  const failure = create.error ? asFailure(create.error) : null
  return (
    <ProjectStep
      isBusy={create.isPending}
      failure={failure && (failure.details[0]?.message ?? failure.message)}
      onBack={() => setStep('welcome')}
      onCreate={(name) =>
        create.mutate(
          { name },
          {
            onSuccess: ({ id }) => {
              noteSeen()
              setMade({ id, name })
              setStep('model')
            },
          },
        )
      }
    />
  )
}

function Recording({ project }: { project: Chosen }) {
  const navigate = useNavigate()
  const { sent, failure, addSample, addFile } = useFirstRecording(async () => project.id)
  return (
    <RecordingStep
      projectName={project.name}
      sent={sent}
      failure={failure}
      onSample={addSample}
      onFile={addFile}
      onRecord={() => void navigate({ to: '/record', search: { project: project.id } })}
    />
  )
}
