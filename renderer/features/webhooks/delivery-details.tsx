import { SegmentedControl } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AttemptList } from './attempt-list.tsx'
import { parseJson } from './body-variants.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import styles from './delivery-details.module.css'
import type { DeliveryDetail } from './queries.ts'

/** One delivery: the payload, its headers, and each attempt. */
export function DeliveryDetails({
  delivery,
  actions,
}: {
  delivery: DeliveryDetail
  actions: ReactNode
}) {
  const { t } = useTranslation('webhooks')
  const headers = Object.entries(delivery.request_headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  return (
    <div className={styles['details']}>
      <div className={styles['actions']}>{actions}</div>
      {delivery.status === 'retrying' ? (
        <p className={styles['note']}>{t('delivery.sendNowNote')}</p>
      ) : null}
      <div>
        <h3 className={styles['heading']}>{t('delivery.attempts')}</h3>
        <AttemptList attempts={delivery.attempts} />
      </div>
      {delivery.payload === null ? (
        <p className={styles['note']}>{t('delivery.payloadGone')}</p>
      ) : (
        <Payload payload={delivery.payload} hasResult={carriesResult(delivery)} />
      )}
      <CodeBlock
        title={t('delivery.headers')}
        text={headers}
        copyLabel={t('delivery.copyHeaders')}
        note={t('delivery.headersNote')}
      />
      <p className={styles['ids']}>
        {t('delivery.ids', { delivery: delivery.id, event: delivery.event_id })}
      </p>
    </div>
  )
}

/** Whether an attempt sent more than the body that is kept, or would have. */
const carriesResult = ({ attempts }: DeliveryDetail): boolean =>
  attempts.some(({ result }) => result !== null)

/** Indented for reading; the copy button copies the exact bytes, which were signed where no result was added. */
function Payload({ payload, hasResult }: { payload: string; hasResult: boolean }) {
  const { t } = useTranslation('webhooks')
  const [view, setView] = useState<string>('read')
  const parsed = parseJson(payload)
  const isRaw = view === 'sent' || parsed === undefined
  return (
    <CodeBlock
      title={t('delivery.payload')}
      text={isRaw ? payload : JSON.stringify(parsed, null, 2)}
      copied={payload}
      copyLabel={t(hasResult ? 'delivery.copyKept' : 'delivery.copyBody')}
      {...(hasResult && { note: t('delivery.resultNotKept') })}
      tools={
        <SegmentedControl
          size="xs"
          aria-label={t('delivery.payload')}
          value={view}
          onChange={setView}
          data={[
            { value: 'read', label: t('delivery.asRead') },
            { value: 'sent', label: t(hasResult ? 'delivery.asKept' : 'delivery.asSent') },
          ]}
        />
      }
    />
  )
}
