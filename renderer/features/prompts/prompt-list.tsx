import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Prompt } from 'earshot/client'
import { Badge } from '../../ui/badge.tsx'
import { languageName } from '../../ui/languages.ts'
import styles from './prompt-list.module.css'

type Props = {
  prompts: readonly Prompt[]
  onEdit: (prompt: Prompt) => void
  onDelete: (prompt: Prompt) => void
}

/** Prompts with their descriptions; the full text opens on demand. */
export function PromptList({ prompts, onEdit, onDelete }: Props) {
  const { t } = useTranslation('prompts')
  return (
    <ul className={styles['prompts']}>
      {prompts.map((prompt) => (
        <li key={prompt.id} className={styles['prompt']}>
          <div className={styles['head']}>
            <h2>{prompt.name}</h2>
            <Badge tone="quiet">{prompt.type === 'system' ? t('builtIn') : t('custom')}</Badge>
            {prompt.is_default ? <Badge tone="ok">{t('default')}</Badge> : null}
            <Actions prompt={prompt} onEdit={onEdit} onDelete={onDelete} />
          </div>
          {prompt.description ? <p className={styles['text']}>{prompt.description}</p> : null}
          <Facts prompt={prompt} />
          <details className={styles['details']}>
            <summary>{t('details')}</summary>
            <pre>{prompt.template}</pre>
            {prompt.output_schema ? (
              <pre>{JSON.stringify(prompt.output_schema, null, 2)}</pre>
            ) : null}
          </details>
        </li>
      ))}
    </ul>
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
