import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkDelivery, readHeaders, type Pasted } from '../features/webhooks/check-delivery.ts'
import { CheckForm } from '../features/webhooks/check-form.tsx'
import { CheckReport } from '../features/webhooks/check-report.tsx'
import { useWebhooks } from '../features/webhooks/queries.ts'
import { SampleTabs } from '../features/webhooks/sample-tabs.tsx'
import { useSentBodies } from '../features/webhooks/sent-bodies.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import styles from './webhook-check-page.module.css'

const blank: Pasted = { headers: '', body: '', secret: '' }
const tickMs = 5_000

/** Verifies a pasted request within the page, as a receiver has to, and explains what is wrong. */
export function WebhookCheckPage() {
  const { t } = useTranslation('webhooks')
  const [pasted, setPasted] = useState(blank)
  const sent = useSentBodies(readHeaders(pasted.headers)['webhook-id'])
  const endpoints = useWebhooks().items ?? []
  const now = useNow()
  return (
    <>
      <PageHeader
        title={t('check.title')}
        crumbs={<Link to="/webhooks">{t('title')}</Link>}
        meta={t('check.about')}
      />
      <div className={styles['columns']}>
        <Panel>
          <CheckForm value={pasted} onChange={setPasted} onClear={() => setPasted(blank)} />
        </Panel>
        <Panel>
          <section className={styles['result']} aria-labelledby="check-result">
            <h2 id="check-result">{t('check.result')}</h2>
            <CheckReport report={checkDelivery(pasted, { sent, endpoints, now })} />
          </section>
        </Panel>
      </div>
      <div className={styles['samples']}>
        <SampleTabs />
      </div>
    </>
  )
}

/** The current time, updated regularly: a request may expire while it is on screen. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
