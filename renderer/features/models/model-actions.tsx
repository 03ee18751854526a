import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Model } from 'earshot/client'
import type { ModelAct } from './queries.ts'

type Props = {
  model: Model
  isBusy: boolean
  /** Omitted for those who may not change what is installed. */
  onAct?: ((act: Exclude<ModelAct, 'remove'>, model: Model) => void) | undefined
  /** Omitted where models are installed and not managed. */
  onRemove?: ((model: Model) => void) | undefined
  /** Omitted if the model cannot be selected. */
  onChoose?: ((model: Model) => void) | undefined
}

/** The buttons that apply to a model's current state. */
export function ModelActions({ model, isBusy, onAct, onRemove, onChoose }: Props) {
  const { t } = useTranslation('models')
  const { name, state } = model
  const button = { size: 'compact-sm', variant: 'default', disabled: isBusy } as const
  const isWorking = state.status === 'installing' || state.status === 'verifying'
  if (isWorking) {
    return onAct ? (
      <Button
        {...button}
        aria-label={t('cancelOne', { name })}
        onClick={() => onAct('cancel', model)}
      >
        {t('cancel')}
      </Button>
    ) : null
  }
  const isChoosable = model.is_installed && !model.is_default && onChoose
  return (
    <Group gap="xs" justify="flex-end">
      {isChoosable ? (
        <Button {...button} aria-label={t('chooseOne', { name })} onClick={() => onChoose(model)}>
          {t('choose')}
        </Button>
      ) : null}
      {onAct && !model.is_installed ? (
        <InstallButton model={model} isBusy={isBusy} onAct={onAct} />
      ) : null}
      {onAct && model.is_installed && onRemove ? (
        <Button
          {...button}
          aria-label={t('verifyOne', { name })}
          onClick={() => onAct('verify', model)}
        >
          {t('verify')}
        </Button>
      ) : null}
      {onRemove && model.is_removable && !(model.is_default && model.kind === 'speech-to-text') ? (
        <Button {...button} aria-label={t('removeOne', { name })} onClick={() => onRemove(model)}>
          {t('remove')}
        </Button>
      ) : null}
    </Group>
  )
}

type InstallProps = Pick<Props, 'model' | 'isBusy'> & { onAct: NonNullable<Props['onAct']> }

function InstallButton({ model, isBusy, onAct }: InstallProps) {
  const { t } = useTranslation('models')
  const { name, state } = model
  const word =
    state.status === 'damaged' ? 'reinstall' : state.received_bytes > 0 ? 'resume' : 'install'
  const label = { install: 'installOne', resume: 'resumeOne', reinstall: 'reinstallOne' } as const
  return (
    <Button
      size="compact-sm"
      variant={model.fits.verdict === 'too_large' ? 'default' : 'light'}
      disabled={isBusy}
      aria-label={t(label[word], { name })}
      onClick={() => onAct('install', model)}
    >
      {t(word)}
    </Button>
  )
}
