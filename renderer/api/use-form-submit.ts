import type { useForm } from '@mantine/form'
import { useState } from 'react'
import { formErrors } from './failure.ts'

/**
 * Submits a form and shows the service's errors at its `fields`; `rest` is what belongs to no
 * field, null if there is nothing.
 */
export function useFormSubmit<Values extends Record<string, unknown>>(
  form: ReturnType<typeof useForm<Values>>,
  fields: readonly string[],
  send: (values: Values) => Promise<unknown>,
) {
  const [rest, setRest] = useState<string | null>(null)
  const submit = async (values: Values): Promise<void> => {
    form.clearErrors()
    setRest(null)
    try {
      await send(values)
    } catch (error) {
      const found = formErrors(error, fields)
      form.setErrors(found.fields)
      setRest(found.rest)
    } finally {
      form.setSubmitting(false)
    }
  }
  return { rest, submit }
}
