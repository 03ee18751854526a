import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Prompt } from 'earshot/client'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { languageName } from '../../ui/languages.ts'
import { AnswerFields } from './answer-fields.tsx'
import { SpokenSelect, spokenHere, type Spoken } from './spoken-select.tsx'
import styles from './prompt-list.module.css'

type Props = {
  prompts: readonly Prompt[]
  onEdit: (prompt: Prompt) => void
  onDelete: (prompt: Prompt) => void
}

/** Prompts with their descriptions; the full text opens on demand. */
export function PromptList({ prompts, onEdit, onDelete }: Props) {
  const { t } = useTranslation('prompts')
  const [spoken, setSpoken] = useState(spokenHere)
  return (
    <>
      <div className={styles['spoken']}>
        <SpokenSelect value={spoken} onChange={setSpoken} />
        <p>{t('answered.about')}</p>
      </div>
      <ul className={styles['prompts']}>
        {prompts.map((prompt) => (
          <li key={prompt.id} className={styles['prompt']}>
            <div className={styles['head']}>
              <h2>{prompt.name}</h2>
              <Badge tone="quiet">{prompt.type === 'system' ? t('builtIn') : t('custom')}</Badge>
              {prompt.is_default ? <Badge tone="ok">{t('default')}</Badge> : null}
              <Badge tone={tones[prompt.built_in[spoken]]}>
                {t(`answered.prompt.${prompt.built_in[spoken]}`)}
              </Badge>
              <Actions prompt={prompt} onEdit={onEdit} onDelete={onDelete} />
            </div>
            {prompt.description ? <p className={styles['text']}>{prompt.description}</p> : null}
            <Facts prompt={prompt} />
            <Details prompt={prompt} spoken={spoken} />
          </li>
        ))}
      </ul>
    </>
  )
}

const tones: Record<Prompt['built_in']['en'], Tone> = { all: 'ok', some: 'busy', none: 'warn' }

/** Fields in words first; how they are written for programs is folded away. */
function Details({ prompt, spoken }: { prompt: Prompt; spoken: Spoken }) {
  const { t } = useTranslation('prompts')
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={styles['details']}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('details')}</summary>
      {isOpen ? <AnswerFields prompt={prompt} spoken={spoken} /> : null}
      <pre>{prompt.template}</pre>
      {prompt.output_schema ? (
        <details className={styles['details']}>
          <summary>{t('schema.label')}</summary>
          <pre>{JSON.stringify(prompt.output_schema, null, 2)}</pre>
        </details>
      ) : null}
    </details>
  )
}

function Facts({ prompt }: { prompt: Prompt }) {
  const { t } = useTranslation('prompts')
  const { version, result_language: language } = prompt
  return (
    <p className={styles['facts']}>
      {language
        ? t('versionIn', { version, language: languageName(language) })
        : t('version', { version })}
    </p>
  )
}

/** A built-in prompt cannot be changed, but it can be copied into a new one. */
function Actions({
  prompt,
  onEdit,
  onDelete,
}: Pick<Props, 'onEdit' | 'onDelete'> & { prompt: Prompt }) {
  const { t } = useTranslation('prompts')
  const isOwn = prompt.type === 'custom'
  const { name } = prompt
  return (
    <Group gap="xs" ml="auto">
      <Button
        size="compact-xs"
        variant="default"
        aria-label={isOwn ? t('editOne', { name }) : t('copyOne', { name })}
        onClick={() => onEdit(prompt)}
      >
        {isOwn ? t('edit') : t('copy')}
      </Button>
      {isOwn ? (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('deleteOne', { name })}
          onClick={() => onDelete(prompt)}
        >
          {t('delete')}
        </Button>
      ) : null}
    </Group>
  )
}
