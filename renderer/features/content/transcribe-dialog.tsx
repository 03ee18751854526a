import { Modal, Stack, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import type { Model, Project } from 'earshot/client'
import { FormFailure } from '../../ui/form-failure.tsx'
import { FormButtons } from '../../ui/form-frame.tsx'
import { languageName } from '../../ui/languages.ts'
import { LanguageSelect, ModelSelect } from '../../ui/speech-selects.tsx'
import { i18n } from '../../i18n/i18n.ts'
import type { SpeechOptions } from './queries.ts'

type Settings = Pick<Project['settings'], 'language' | 'speech_model' | 'translate_to_english'>
type Values = {
  language: string | null
  speech_model: string | null
  translate_to_english: boolean
}

type Props = {
  /** The defaults if nothing is chosen; undefined while loading. */
  settings: Settings | undefined
  models: readonly Model[]
  hasTranscript: boolean
  onSend: (options: SpeechOptions) => Promise<unknown>
  onClose: () => void
}

const fields = ['language', 'speech_model', 'translate_to_english']

/** Transcribes a recording again, optionally with settings other than the project's. */
export function TranscribeDialog({ settings, models, hasTranscript, onSend, onClose }: Props) {
  const { t } = useTranslation('content')
  const usual = settings?.translate_to_english ?? false
  const form = useForm<Values>({
    initialValues: { language: null, speech_model: null, translate_to_english: usual },
  })
  const { rest, submit } = useFormSubmit(form, fields, (values) =>
    onSend({
      ...values,
      // Follow the project's setting, even if it changes later.
      translate_to_english:
        values.translate_to_english === usual ? null : values.translate_to_english,
    }),
  )
  return (
    <Modal opened onClose={onClose} title={t('transcribe.title')}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="sm">
          {hasTranscript ? <p>{t('transcribe.note')}</p> : null}
          <FormFailure message={rest} />
          <LanguageSelect
            canDetect={Boolean(settings?.language)}
            fallback={t('transcribe.asProject', { usual: usualLanguage(settings) })}
            {...form.getInputProps('language')}
          />
          <ModelSelect
            fallback={t('transcribe.asProject', { usual: usualModel(settings, models) })}
            models={models}
            {...form.getInputProps('speech_model')}
          />
          <Switch
            label={t('transcribe.translate')}
            description={t('transcribe.translateNote')}
            {...form.getInputProps('translate_to_english', { type: 'checkbox' })}
          />
          <FormButtons
            submitLabel={t('transcribe.title')}
            isBusy={form.submitting}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}

const usualLanguage = (settings: Settings | undefined): string =>
  settings?.language ? languageName(settings.language) : i18n.t('content:transcribe.detect')

function usualModel(settings: Settings | undefined, models: readonly Model[]): string {
  const chosen = models.find(({ id }) => id === settings?.speech_model)
  return (
    (chosen ?? models.find(({ is_default: isDefault }) => isDefault))?.name ??
    i18n.t('content:transcribe.default')
  )
}
