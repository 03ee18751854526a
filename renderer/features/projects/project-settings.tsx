import { Button, Group, Modal, Stack, Switch, Tabs } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useCallback, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import type { Model, Project } from 'earshot/client'
import { FormFailure } from '../../ui/form-failure.tsx'
import { LanguageSelect, ModelSelect } from '../../ui/speech-selects.tsx'
import type { Term } from '../../ui/vocabulary.ts'
import { VocabularyEditor } from '../../ui/vocabulary-editor.tsx'
import { GeneralFields, type ProjectValues } from './project-form.tsx'
import type { ProjectChange } from './queries.ts'
import { NotesFolderSettings } from './notes-folder.tsx'
import { WatchedFolders } from './watched-folders.tsx'
import styles from './project-settings.module.css'

type Values = ProjectValues & {
  language: string | null
  speech_model: string | null
  translate_to_english: boolean
  voice_memory: boolean
  vocabulary: Term[]
}

type Props = {
  project: Project
  prompts: readonly { id: string; name: string }[]
  models: readonly Model[]
  /** The remembered voices, if the project has them switched on. */
  voices: ReactNode
  /** Whether folders of the service's machine are looked after; they are added on that machine alone. */
  folders: 'none' | 'shown' | 'added'
  /** The tab that is open at first; left out, the first one. */
  first?: Tab | undefined
  onSave: (body: ProjectChange) => Promise<unknown>
  onClose: () => void
}

/** All settings of a project, saved together. */
export function ProjectSettingsDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const { t } = useTranslation('projects')
  return (
    <Modal opened={isOpen} onClose={props.onClose} title={t('settings.title')} size="lg">
      <SettingsForm {...props} />
    </Modal>
  )
}

/** The fields on each tab. */
const tabs = {
  general: ['name', 'description', 'default_prompt_id', 'auto_analyze'],
  speech: ['language', 'speech_model', 'translate_to_english'],
  vocabulary: ['vocabulary'],
  voices: ['voice_memory'],
  // Changes there apply at once.
  folders: [],
} as const
type Tab = keyof typeof tabs
const tabNames = Object.keys(tabs)
const isTab = (name: string | null): name is Tab => name !== null && tabNames.includes(name)

function SettingsForm({
  project,
  prompts,
  models,
  voices,
  folders,
  first,
  onSave,
  onClose,
}: Props) {
  const { t } = useTranslation('projects')
  const [tab, setTab] = useState<Tab>(folders === 'none' ? 'general' : (first ?? 'general'))
  const form = useForm<Values>({ initialValues: valuesOf(project) })
  const { rest, submit } = useFormSubmit(form, Object.values(tabs).flat(), (values) =>
    onSave(toChange(values)),
  )
  const { setFieldValue } = form
  const setTerms = useCallback(
    (terms: Term[]) => setFieldValue('vocabulary', terms),
    [setFieldValue],
  )
  const shownTabs = tabNames
    .filter(isTab)
    .filter((name) => folders !== 'none' || name !== 'folders')
  const wrong = tabNames.filter(isTab).find((name) => tabs[name].some((one) => form.errors[one]))
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <FormFailure message={rest} />
      {wrong && wrong !== tab ? (
        <FormFailure message={t('settings.wrong', { tab: t(`settings.tabs.${wrong}`) })} />
      ) : null}
      <Tabs value={tab} onChange={(name) => (isTab(name) ? setTab(name) : undefined)}>
        <Tabs.List>
          {shownTabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`settings.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="general" className={styles['panel'] ?? ''}>
          <GeneralFields
            prompts={prompts}
            propsOf={(name, type) => form.getInputProps(name, { type: type ?? 'input' })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="speech" className={styles['panel'] ?? ''}>
          <SpeechFields form={form} models={models} />
        </Tabs.Panel>
        <Tabs.Panel value="vocabulary" className={styles['panel'] ?? ''}>
          <p className={styles['about']}>{t('settings.vocabularyNote')}</p>
          <VocabularyEditor
            terms={form.values.vocabulary}
            error={form.errors['vocabulary']}
            onChange={setTerms}
          />
        </Tabs.Panel>
        <Tabs.Panel value="voices" className={styles['panel'] ?? ''}>
          <VoiceFields form={form} wasOn={project.settings.voice_memory} voices={voices} />
        </Tabs.Panel>
        <Tabs.Panel value="folders" className={styles['panel'] ?? ''}>
          <section className={styles['folderPart']}>
            <h3>{t('folders.title')}</h3>
            <WatchedFolders projectId={project.id} mayAdd={folders === 'added'} />
          </section>
          <section className={styles['folderPart']}>
            <h3>{t('notesFolder.title')}</h3>
            <NotesFolderSettings projectId={project.id} />
          </section>
        </Tabs.Panel>
      </Tabs>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={form.submitting}>
          {t('save')}
        </Button>
      </Group>
    </form>
  )
}

type Form = ReturnType<typeof useForm<Values>>

function SpeechFields({ form, models }: { form: Form; models: readonly Model[] }) {
  const { t } = useTranslation('projects')
  const usual = models.find(({ is_default: isDefault }) => isDefault)
  return (
    <>
      <LanguageSelect fallback={t('settings.detect')} {...form.getInputProps('language')} />
      <ModelSelect
        fallback={
          usual ? t('settings.modelUsual', { name: usual.name }) : t('settings.modelDefault')
        }
        models={models}
        {...form.getInputProps('speech_model')}
      />
      <Switch
        label={t('settings.translate')}
        description={t('settings.translateNote')}
        {...form.getInputProps('translate_to_english', { type: 'checkbox' })}
      />
      <p className={styles['about']}>{t('settings.speechNote')}</p>
    </>
  )
}

type VoiceProps = { form: Form; wasOn: boolean; voices: ReactNode }

function VoiceFields({ form, wasOn, voices }: VoiceProps) {
  const { t } = useTranslation('projects')
  const isOn = form.values.voice_memory
  return (
    <Stack gap="sm">
      <Switch
        label={t('settings.voices')}
        description={t('settings.voicesNote')}
        {...form.getInputProps('voice_memory', { type: 'checkbox' })}
      />
      <p className={styles['about']}>{t('settings.voicesAbout')}</p>
      {wasOn && !isOn ? <FormFailure message={t('settings.voicesForget')} /> : null}
      {wasOn && isOn ? voices : null}
    </Stack>
  )
}

const valuesOf = ({ name, description, settings }: Project): Values => ({
  name,
  description: description ?? '',
  ...settings,
})

/** Empty rows do not count. */
function toChange({ name, description, vocabulary, ...settings }: Values): ProjectChange {
  return {
    name: name.trim(),
    description: description.trim() || null,
    settings: {
      ...settings,
      vocabulary: vocabulary.filter((row) => row.term.trim() || row.heard_as.length > 0),
    },
  }
}
