import type { Prompt } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './prompt-list.module.css'

/** Prompts with what they ask; their text opens on demand. */
export function PromptList({ prompts }: { prompts: readonly Prompt[] }) {
  return (
    <ul className={styles['prompts']}>
      {prompts.map((prompt) => (
        <li key={prompt.id} className={styles['prompt']}>
          <div className={styles['head']}>
            <h2>{prompt.name}</h2>
            <Badge tone="quiet">{prompt.type === 'system' ? 'Built in' : 'Custom'}</Badge>
            {prompt.is_default ? <Badge tone="ok">Default</Badge> : null}
          </div>
          {prompt.description ? <p className={styles['text']}>{prompt.description}</p> : null}
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
