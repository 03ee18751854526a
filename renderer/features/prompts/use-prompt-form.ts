import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Prompt } from '../../api/types.ts'
import { blankPrompt, toValues, type PromptValues } from './prompt-values.ts'
import type { PromptText } from './version-text.ts'

/**
 * What is written in a prompt's form, for all who look at it or put something in.
 * @param prompt what it starts from; null for an empty one
 * @param onEdit what is written differs from what it started from
 */
export function usePromptForm(prompt: Prompt | null, onEdit: () => void) {
  const [initialValues] = useState(() => (prompt ? toValues(prompt) : blankPrompt()))
  const form = useForm<PromptValues>({ initialValues, onValuesChange: onEdit })
  const [schemaFault, setSchemaFault] = useState<string | null>(null)
  const [hasNameFault, setNameFault] = useState(false)
  const [fills, setFills] = useState(0)
  return {
    form,
    schemaFault,
    setSchemaFault,
    hasNameFault,
    setNameFault,
    /** Rises with each `fill`: what holds a draft of its own begins anew. */
    fills,
    /** Puts another text and schema in the place of what is there. */
    fill: (text: PromptText) => {
      form.setValues(text)
      form.clearErrors()
      setSchemaFault(null)
      setNameFault(false)
      setFills((count) => count + 1)
    },
  }
}

export type PromptFormState = ReturnType<typeof usePromptForm>
