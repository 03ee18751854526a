import { Button, FileButton, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { CalendarPlus, FileUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import styles from './calendars.module.css'
import type { useCalendarActions } from './queries.ts'

/** Adds a calendar by its address, or from a file. */
export function NewCalendar({ add }: Pick<ReturnType<typeof useCalendarActions>, 'add'>) {
  const { t } = useTranslation('calendars')
  const form = useForm({ initialValues: { url: '' } })
  const { rest, submit } = useFormSubmit(form, ['url'], async ({ url }) => {
    await add.mutateAsync({ url: url.trim() })
    form.reset()
  })
  const take = async (file: File | null) => {
    // A failure is shown below.
    if (file) await add.mutateAsync({ ics: await file.text() }).catch(() => {})
  }
  const isFile = add.variables?.ics !== undefined
  return (
    <div className={styles['ways']}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <FormFailure message={rest} />
        <div className={styles['address']}>
          <PasswordInput
            label={t('address')}
            description={t('addressAbout')}
            placeholder="https://"
            autoComplete="off"
            maxLength={2_048}
            visibilityToggleButtonProps={{ 'aria-label': t('showAddress') }}
            {...form.getInputProps('url')}
          />
          <Button
            type="submit"
            leftSection={<CalendarPlus size={15} />}
            loading={form.submitting}
            disabled={form.values.url.trim() === ''}
          >
            {t('add')}
          </Button>
        </div>
      </form>
      <div>
        {add.error && isFile ? (
          <p role="alert" className={styles['problem']}>
            {asFailure(add.error).details[0]?.message ?? asFailure(add.error).message}
          </p>
        ) : null}
        <FileButton accept=".ics,text/calendar" onChange={(file) => void take(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<FileUp size={15} />}
              loading={add.isPending && isFile}
            >
              {t('choose')}
            </Button>
          )}
        </FileButton>
        <p className={styles['about']}>{t('fileAbout')}</p>
      </div>
    </div>
  )
}
