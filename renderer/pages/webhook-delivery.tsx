import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Forward, RotateCw, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { DeliveryDetails } from '../features/webhooks/delivery-details.tsx'
import {
  useDelivery,
  useWebhookActions,
  type DeliveryDetail,
} from '../features/webhooks/queries.ts'
import { announce } from '../ui/announcer.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'

type Props = {
  webhookId: string
  deliveryId: string
  onOpen: (deliveryId: string | undefined) => void
}

/** An open delivery with its actions. */
export function WebhookDelivery({ webhookId, deliveryId, onOpen }: Props) {
  const { t } = useTranslation('webhooks')
  const delivery = useDelivery(webhookId, deliveryId)
  if (delivery.data) {
    return (
      <DeliveryDetails
        delivery={delivery.data}
        actions={<Actions webhookId={webhookId} delivery={delivery.data} onOpen={onOpen} />}
      />
    )
  }
  if (!delivery.error) return <LoadingRows label={t('delivery.loading')} rows={3} />
  const { message, code } = asFailure(delivery.error)
  return (
    <FailureState
      title={t('delivery.failed')}
      cause={message}
      code={code}
      onRetry={() => void delivery.refetch()}
    />
  )
}

type ActionsProps = {
  webhookId: string
  delivery: DeliveryDetail
  onOpen: (deliveryId: string) => void
}

function Actions({ webhookId, delivery, onOpen }: ActionsProps) {
  const { t } = useTranslation('webhooks')
  const { retry, replay } = useWebhookActions(webhookId)
  const failure = retry.error ?? replay.error
  const isErased = delivery.payload === null
  const sendAgain = () =>
    retry.mutate(delivery.id, {
      onSuccess: ({ id }) => {
        announce(t('delivery.sentAgain'))
        onOpen(id)
      },
    })
  return (
    <>
      <FormFailure message={failure ? asFailure(failure).message : null} />
      <Button
        size="xs"
        variant="default"
        leftSection={<RotateCw size={14} />}
        disabled={isErased}
        loading={retry.isPending}
        onClick={sendAgain}
      >
        {t(delivery.status === 'retrying' ? 'delivery.sendNow' : 'delivery.sendAgain')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<Forward size={14} />}
        disabled={isErased}
        loading={replay.isPending}
        onClick={() => replay.mutate(delivery.event_id)}
      >
        {t('delivery.replay')}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<ShieldCheck size={14} />}
        component={Link}
        to="/webhooks/check"
      >
        {t('delivery.check')}
      </Button>
      {replay.data ? (
        <output>{t('delivery.replayed', { count: replay.data.length })}</output>
      ) : null}
    </>
  )
}
