import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './first-run.module.css'

const stepNames = ['welcome', 'project', 'model', 'recording'] as const
export type StepName = (typeof stepNames)[number]

/** Shows which of the steps this is, and what it is about. */
export function StepFrame(props: {
  step: StepName
  title: string
  text: string
  children: ReactNode
}) {
  const { t } = useTranslation('firstRun')
  const number = stepNames.indexOf(props.step) + 1
  return (
    <section aria-labelledby="first-run-step" className={styles['step']}>
      <ol aria-label={t('step', { number })} className={styles['way']}>
        {stepNames.map((name) => (
          <li key={name} aria-current={name === props.step ? 'step' : undefined}>
            {t(`steps.${name}`)}
          </li>
        ))}
      </ol>
      <h2 id="first-run-step">{props.title}</h2>
      <p className={styles['text']}>{props.text}</p>
      {props.children}
    </section>
  )
}
