import { Button } from '@mantine/core'
import { Braces, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announcer.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import type { Schema } from './result-shape.ts'
import { resultText } from './result-text.ts'
import type { Statements } from './statement-notes.tsx'
import styles from './checked-result.module.css'

type Props = {
  result: Record<string, unknown>
  schema: Schema
  statements: Statements
  /** JSON pointers of the fields that need a language model. */
  unanswered: readonly string[]
}

/** Copies the result for use elsewhere: in a mail or another program. */
export function CopyResult({ result, schema, statements, unanswered }: Props) {
  const { t } = useTranslation('analyses')
  const [hasFailed, setFailed] = useState(false)
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setFailed(false)
      announce(t('copy.done'))
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <div className={styles['copy']}>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<Copy size={13} />}
          onClick={() => void copy(resultText(result, schema, { statements, unanswered }))}
        >
          {t('copy.text')}
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<Braces size={13} />}
          onClick={() => void copy(JSON.stringify(result, null, 2))}
        >
          {t('copy.json')}
        </Button>
      </div>
      <FormFailure message={hasFailed ? t('copy.failed') : null} />
    </>
  )
}
