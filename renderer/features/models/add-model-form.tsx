import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { announce } from '../../ui/announcer.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { useAddModel } from './queries.ts'

const fields = ['hub_name']
const initialValues = { hub_name: '' }

/** A language model by its name on the hub: it joins the list with size and licence, and is installed from there. */
export function AddModelForm() {
  const { t } = useTranslation('models')
  const add = useAddModel()
  const form = useForm({ initialValues })
  const { rest, submit } = useFormSubmit(form, fields, async (body) => {
    const { name } = await add(body)
    form.reset()
    announce(t('add.added', { name }))
  })
  return (
    <FormFrame
      failure={rest}
      submitLabel={t('add.submit')}
      isBusy={form.submitting}
      onSubmit={form.onSubmit(submit)}
    >
      <TextInput
        label={t('add.name')}
        description={t('add.about')}
        placeholder="hf:Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf"
        maxLength={400}
        {...form.getInputProps('hub_name')}
      />
    </FormFrame>
  )
}
