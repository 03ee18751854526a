import { CircleAlert, CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../ui/format.ts'
import type { Report, Step } from './check-delivery.ts'
import styles from './check-report.module.css'
import type { Finding, FindingValues } from './finding.ts'

const verdictIcons = {
  verified: CircleCheck,
  late: CircleAlert,
  refused: CircleX,
  incomplete: CircleDashed,
}
const stateIcons = { ok: CircleCheck, bad: CircleX, open: CircleDashed }

/** The result of a check: the verdict, and each part with what is wrong with it. */
export function CheckReport({ report }: { report: Report }) {
  const { t } = useTranslation('webhooks')
  const Icon = verdictIcons[report.verdict]
  const isEmpty = report.steps.every(({ state }) => state === 'open')
  return (
    <div className={styles['report']}>
      <output className={`${styles['verdict']} ${styles[report.verdict]}`}>
        <Icon size={18} aria-hidden="true" />
        <span>{isEmpty ? t('check.waiting') : t(`check.verdicts.${report.verdict}`)}</span>
      </output>
      {isEmpty ? null : (
        <ul className={styles['steps']}>
          {report.steps.map((step) => (
            <StepItem key={step.name} step={step} />
          ))}
        </ul>
      )}
    </div>
  )
}

function StepItem({ step: { name, state, findings } }: { step: Step }) {
  const { t } = useTranslation('webhooks')
  const Icon = stateIcons[state]
  return (
    <li className={`${styles['step']} ${styles[state]}`}>
      <Icon size={16} aria-hidden="true" />
      <div>
        <p className={styles['name']}>
          {t(`check.steps.${name}`)}
          <span className="visually-hidden">: {t(`check.states.${state}`)}</span>
        </p>
        {findings.map((finding) => (
          <FindingText key={finding.code} finding={finding} />
        ))}
      </div>
    </li>
  )
}

function FindingText({ finding: { code, values } }: { finding: Finding }) {
  const { t } = useTranslation('webhooks')
  const { time } = values ?? {}
  const holes = { ...noValues, ...values, ...(time && { time: formatDateTime(time) }) }
  return <p className={styles['finding']}>{t(`check.findings.${code}`, holes)}</p>
}

/** Which values a sentence uses is only known when it is shown, so provide all of them. */
const noValues: FindingValues = {
  ...{ names: '', url: '', hint: '', header: '', body: '', time: '', sent: '', pasted: '' },
  ...{ seconds: 0, number: 0, count: 0, position: 0, more: 0 },
}
