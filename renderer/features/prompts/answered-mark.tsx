import { Check, CircleDashed, CircleDotDashed } from 'lucide-react'
import { createContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { PromptField } from 'earshot/client'
import styles from './answered-mark.module.css'

export type Answered = PromptField['built_in']

/** By the id of a field in the draft; empty while it is not known. */
export const AnsweredFields = createContext<ReadonlyMap<string, Answered>>(new Map())

const icons = { all: Check, some: CircleDotDashed, none: CircleDashed } as const

/** Whether a field is filled without a language model. */
export function AnsweredMark({ answered }: { answered: Answered }) {
  const { t } = useTranslation('prompts')
  const Icon = icons[answered]
  return (
    <span className={styles['mark']} data-answered={answered}>
      <Icon size={14} aria-hidden="true" /> {t(`answered.field.${answered}`)}
    </span>
  )
}
