import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { access } from '../../session-store.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { useMachine, useTryGraphics } from './queries.ts'

/** That language models no longer use the graphics processor since it failed, and how to use it again. */
export function GraphicsNotice() {
  const { t } = useTranslation('models')
  const failure = useMachine().data?.graphics_failure
  const retry = useTryGraphics()
  if (!failure) return null
  const name = failure.name ?? t('graphics.unnamed')
  return (
    <>
      <FormFailure message={retry.error ? asFailure(retry.error).message : null} />
      <Group gap="sm">
        <p>{t('graphics.failed', { name })}</p>
        {access().isOperator ? (
          <Button
            size="compact-sm"
            variant="default"
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {t('graphics.tryAgain')}
          </Button>
        ) : null}
      </Group>
    </>
  )
}
