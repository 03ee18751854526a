import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Prompt } from '../../api/types.ts'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { languageChoices } from '../../ui/languages.ts'
import type { PromptBody } from './queries.ts'
import { blankPrompt, fieldNames, toBody, toValues, type PromptValues } from './prompt-values.ts'

type Props = {
  /** What it starts from; null for an empty one. */
  prompt: Prompt | null
  onSave: (body: PromptBody) => Promise<unknown>
  onCancel: () => void
  onTry: (body: PromptBody) => void
}

/** The fields of a prompt, which can be tried before they are saved; the service checks them. */
export function PromptForm({ prompt, onSave, onCancel, onTry }: Props) {
  const form = useForm<PromptValues>({ initialValues: prompt ? toValues(prompt) : blankPrompt })
  const [schemaFault, setFault] = useState<string | null>(null)
  const { rest, submit } = useFormSubmit(form, fieldNames, async (values) => {
    await onSave(toBody(values))
  })
  const whenReadable = (use: (values: PromptValues) => unknown) => {
    const fault = faultOf(form.getValues().output_schema)
    setFault(fault)
    if (fault === null) use(form.getValues())
  }
  return (
    <FormFrame
      failure={rest}
      submitLabel="Save prompt"
      isBusy={form.submitting}
      onSubmit={(event) => {
        event.preventDefault()
        whenReadable((values) => void submit(values))
      }}
      onCancel={onCancel}
    >
      <PromptFields form={form} schemaFault={schemaFault} />
      <Button
        variant="default"
        onClick={() => whenReadable((values) => onTry(toBody(values)))}
        style={{ alignSelf: 'flex-start' }}
      >
        Try on a recording
      </Button>
    </FormFrame>
  )
}

function faultOf(schema: string): string | null {
  if (schema.trim() === '') return null
  try {
    JSON.parse(schema)
    return null
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}`
  }
}

type FieldsProps = {
  form: ReturnType<typeof useForm<PromptValues>>
  schemaFault: string | null
}

function PromptFields({ form, schemaFault }: FieldsProps) {
  return (
    <>
      <TextInput label="Name" data-autofocus maxLength={200} {...form.getInputProps('name')} />
      <TextInput label="Description" maxLength={2_000} {...form.getInputProps('description')} />
      <Textarea
        label="Text"
        description="Must hold {{transcript}}; may hold {{filename}}, {{duration}}, {{language}}, {{speakers}}, {{project_name}} and {{date}}"
        autosize
        minRows={5}
        maxRows={14}
        {...form.getInputProps('template')}
      />
      <Textarea
        label="Output schema"
        description="A JSON Schema of the answer; empty for a summary with its main points"
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps('output_schema')}
        error={schemaFault ?? form.errors['output_schema']}
      />
      <Select
        label="Language of the answer"
        placeholder="That of the speech"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Answer in the language of the speech' }}
        nothingFoundMessage="No language of this name"
        data={languageChoices().filter(({ value }) => value.length === 2)}
        {...form.getInputProps('result_language')}
      />
    </>
  )
}
