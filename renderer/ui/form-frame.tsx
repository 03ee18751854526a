import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from './form-failure.tsx'

type ButtonsProps = { submitLabel: string; isBusy: boolean; onCancel?: (() => void) | undefined }
type Props = ButtonsProps & {
  /** Why the form was not accepted, if the reason belongs to no single field. */
  failure: string | null
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** A form: the error for the form as a whole, its fields, its buttons. The service validates it. */
export const FormFrame = ({ failure, onSubmit, children, ...buttons }: Props) => (
  <form onSubmit={onSubmit} noValidate>
    <Stack gap="sm">
      <FormFailure message={failure} />
      {children}
      <FormButtons {...buttons} />
    </Stack>
  </form>
)

export function FormButtons({ submitLabel, isBusy, onCancel }: ButtonsProps) {
  const { t } = useTranslation('parts')
  return (
    <Group justify="flex-end" gap="xs" mt="xs">
      {onCancel ? (
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      ) : null}
      <Button type="submit" loading={isBusy}>
        {submitLabel}
      </Button>
    </Group>
  )
}
