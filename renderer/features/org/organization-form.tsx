import { Select, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import type { Model, Organization, Prompt } from 'earshot/client'
import { announce } from '../../ui/announcer.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { modelChoices, type ModelChoice } from '../../ui/model-choices.ts'
import { useUpdateOrganization } from './queries.ts'

type Props = {
  organization: Organization
  prompts: readonly Prompt[]
  models: readonly Model[]
  children?: ReactNode
}

/** The organization's name, and its defaults for projects. */
export function OrganizationForm({ organization, prompts, models, children }: Props) {
  const { t } = useTranslation('settings')
  const { settings } = organization
  const [name, setName] = useState(organization.name)
  const [promptId, setPromptId] = useState(settings.default_prompt_id)
  const [speech, setSpeech] = useState(settings.speech_model)
  const [language, setLanguage] = useState(settings.language_model)
  const update = useUpdateOrganization()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const changed = { default_prompt_id: promptId, speech_model: speech, language_model: language }
    update.mutate({ name, settings: changed }, { onSuccess: () => announce(t('saved')) })
  }
  const failure = update.error ? asFailure(update.error) : null
  const ofField = (field: string) => failure?.details.find((one) => one.field === field)?.message
  const ofKind = (kind: Model['kind']) => modelChoices(models.filter((one) => one.kind === kind))
  const isFieldless = failure !== null && failure.details.length === 0
  return (
    <FormFrame
      failure={isFieldless ? failure.message : null}
      submitLabel={t('save')}
      isBusy={update.isPending}
      onSubmit={save}
    >
      <Stack gap="md">
        <TextInput
          label={t('organization.name')}
          description={t('organization.nameAbout')}
          value={name}
          error={ofField('name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Select
          label={t('organization.prompt')}
          allowDeselect={false}
          data={prompts.map((prompt) => ({ value: prompt.id, label: prompt.name }))}
          value={promptId}
          onChange={(value) => value && setPromptId(value)}
        />
        <Select
          label={t('organization.speech')}
          description={t('organization.speechAbout')}
          placeholder={t('organization.speechDefault')}
          clearable
          clearButtonProps={{ 'aria-label': t('organization.speechDefault') }}
          data={ofKind('speech-to-text')}
          value={speech}
          error={ofField('settings.speech_model')}
          onChange={setSpeech}
        />
        <Select
          label={t('organization.language')}
          description={t('organization.languageAbout')}
          placeholder={t('organization.languageDefault')}
          clearable
          clearButtonProps={{ 'aria-label': t('organization.languageDefault') }}
          data={[...ofKind('language-model'), ...servedChoice(settings.language_model)]}
          value={language}
          error={ofField('settings.language_model')}
          onChange={setLanguage}
        />
        {children}
      </Stack>
    </FormFrame>
  )
}

/** A model of another program, which the list of models does not have. */
function servedChoice(id: string | null): ModelChoice[] {
  const name = id?.startsWith('msv_') ? id.slice(id.indexOf('/') + 1) : ''
  return id && name !== '' ? [{ value: id, label: name, disabled: false }] : []
}
