import { NativeSelect } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { Adding } from '../features/content/adding.tsx'
import { rememberedOptions, rememberOptions } from '../features/recorder/capture.ts'
import { RecordNow } from '../features/recorder/record-now.tsx'
import { useCreateProject, useProjectChoices } from '../features/projects/queries.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import styles from './home.module.css'
import { SampleCall } from './sample-call.tsx'

/** Record with one press, or add a file; while there is nothing yet, the sample call, too. */
export function HomeStart({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation(['home', 'content'])
  const navigate = useNavigate()
  const target = useTarget()
  return (
    <section aria-label={t('start')} className={styles['start']} data-first={isFirst || undefined}>
      {isFirst ? (
        <div className={styles['welcome']}>
          <h2>{t('empty.title')}</h2>
          <p>{t('empty.text')}</p>
        </div>
      ) : null}
      <div className={styles['record']}>
        <RecordNow toProject={target.toProject} onBegun={() => void navigate({ to: '/record' })} />
        {target.projects.length > 1 ? (
          <NativeSelect
            aria-label={t('into')}
            value={target.id ?? ''}
            data={target.projects.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget: { value } }) => target.choose(value)}
          />
        ) : null}
        <Link to="/record">{t('options')}</Link>
      </div>
      <div className={styles['adding']}>
        <Adding projectId={target.toProject} isBig={false}>
          <p>{t('add')}</p>
        </Adding>
      </div>
      {isFirst ? <SampleCall toProject={target.toProject} /> : null}
      <FormFailure message={target.failure && t('noProject', { cause: target.failure })} />
    </section>
  )
}

/** The project that recordings go to: the last one recorded into, else the newest, else a first one. */
function useTarget() {
  const { t } = useTranslation('home')
  const { data, refetch } = useProjectChoices()
  const create = useCreateProject()
  const [chosen, setChosen] = useState(() => rememberedOptions().projectId)
  const [failure, setFailure] = useState<string | null>(null)
  const among = (projects: readonly { id: string }[] = []) =>
    (projects.find(({ id }) => id === chosen) ?? projects[0])?.id
  const toProject = async (): Promise<string | null> => {
    setFailure(null)
    try {
      const projects = data ?? (await refetch({ throwOnError: true })).data
      return among(projects) ?? (await create.mutateAsync({ name: t('firstProject') })).id
    } catch (error) {
      setFailure(asFailure(error).message)
      return null
    }
  }
  const choose = (projectId: string) => {
    setChosen(projectId)
    rememberOptions({ ...rememberedOptions(), projectId })
  }
  return { projects: data ?? [], id: among(data), toProject, choose, failure }
}
