import { useTranslation } from 'react-i18next'
import type { Prompt } from 'earshot/client'
import { asFailure } from '../../api/failure.ts'
import { humanize } from '../../ui/humanize.ts'
import { stepsOf } from '../../ui/json-pointer.ts'
import { AnsweredMark } from './answered-mark.tsx'
import { usePromptFields } from './queries.ts'
import { codeOf, type Spoken } from './spoken-select.tsx'
import styles from './answer-fields.module.css'

type Props = { prompt: Prompt; spoken: Spoken }

/** The fields of a prompt's answer, each with whether it needs a language model. */
export function AnswerFields({ prompt, spoken }: Props) {
  const { t } = useTranslation('prompts')
  const { template, output_schema, result_language } = prompt
  const language = codeOf(spoken)
  const { data = [], error } = usePromptFields({
    ...{ template, output_schema, result_language, language },
  })
  if (error) return <p className={styles['failed']}>{asFailure(error).message}</p>
  return (
    <ul className={styles['fields']} aria-label={t('answered.of', { name: prompt.name })}>
      {data.map(({ pointer, built_in: answered }) => {
        const names = namesIn(pointer)
        return (
          <li key={pointer} data-depth={names.length}>
            <span>{humanize(names.at(-1) ?? '')}</span> <AnsweredMark answered={answered} />
          </li>
        )
      })}
    </ul>
  )
}

/** Names of the fields that a pointer into a schema leads through. */
function namesIn(pointer: string): string[] {
  const names: string[] = []
  const steps = stepsOf(pointer).values()
  for (const step of steps) if (step === 'properties') names.push(steps.next().value ?? '')
  return names
}
