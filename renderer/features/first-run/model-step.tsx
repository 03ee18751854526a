import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StepFrame } from './step-frame.tsx'

type Props = {
  onBack: () => void
  onNext: () => void
  /** The models to choose from. */
  children: ReactNode
}

/** A language model, or none: an installation goes on while the next step is taken. */
export function ModelStep({ onBack, onNext, children }: Props) {
  const { t } = useTranslation('firstRun')
  return (
    <StepFrame step="model" title={t('model.title')} text={t('model.text')}>
      {children}
      <Group mt="lg" gap="xs">
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
        <Button onClick={onNext}>{t('next')}</Button>
      </Group>
    </StepFrame>
  )
}
