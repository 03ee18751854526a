import { Button, Group } from '@mantine/core'
import type { Prompt } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'
import { languageName } from '../../ui/languages.ts'
import styles from './prompt-list.module.css'

type Props = {
  prompts: readonly Prompt[]
  onEdit: (prompt: Prompt) => void
  onDelete: (prompt: Prompt) => void
}

/** Prompts with what they ask; their text opens on demand. */
export function PromptList({ prompts, onEdit, onDelete }: Props) {
  return (
    <ul className={styles['prompts']}>
      {prompts.map((prompt) => (
        <li key={prompt.id} className={styles['prompt']}>
          <div className={styles['head']}>
            <h2>{prompt.name}</h2>
            <Badge tone="quiet">{prompt.type === 'system' ? 'Built in' : 'Custom'}</Badge>
            {prompt.is_default ? <Badge tone="ok">Default</Badge> : null}
            <Actions prompt={prompt} onEdit={onEdit} onDelete={onDelete} />
          </div>
          {prompt.description ? <p className={styles['text']}>{prompt.description}</p> : null}
          <p className={styles['facts']}>
            Version {prompt.version}
            {prompt.result_language ? `, answers in ${languageName(prompt.result_language)}` : ''}
          </p>
          <details className={styles['details']}>
            <summary>Text and output schema</summary>
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

/** A built-in prompt stays as it is; it can be the start of another. */
function Actions({ prompt, onEdit, onDelete }: Omit<Props, 'prompts'> & { prompt: Prompt }) {
  const isOwn = prompt.type === 'custom'
  return (
    <Group gap="xs" ml="auto">
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${isOwn ? 'Edit' : 'Copy'} ${prompt.name}`}
        onClick={() => onEdit(prompt)}
      >
        {isOwn ? 'Edit' : 'Copy'}
      </Button>
      {isOwn ? (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Delete ${prompt.name}`}
          onClick={() => onDelete(prompt)}
        >
          Delete
        </Button>
      ) : null}
    </Group>
  )
}
