import { Stack } from '@mantine/core'
import type { Machine, Model } from 'earshot/client'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ownAddress } from '../../api/own-address.ts'
import { DataTable } from '../../ui/data-table.tsx'
import styles from './machine.module.css'

type Props = { machine: Machine; models: readonly Model[]; children: ReactNode }

/** The version of Earshot, and the third-party work inside it. */
export function AboutPanel({ machine, models, children }: Props) {
  const { t } = useTranslation('settings')
  return (
    <Stack gap="md" maw={680}>
      <div>
        <p className={styles['promise']}>
          Earshot · {t('about.version', { version: machine.version })}
        </p>
        <p>{t('about.what')}</p>
        <p>{t('about.licence')}</p>
      </div>
      {machine.data_folder ? (
        <p className={styles['folder']}>
          {t('about.folder')} <code>{machine.data_folder}</code>
        </p>
      ) : null}
      <div className={styles['foot']}>
        <a href={ownAddress('/docs/')} target="_blank" rel="noreferrer">
          {t('about.api')}
        </a>
        {children}
      </div>
      <section>
        <h2>{t('about.weights')}</h2>
        <ul className={styles['ways']}>
          {models
            .filter((model) => model.is_installed)
            .map(({ id, name, licence }) => (
              <li key={id}>
                {name}
                <span className={styles['muted']}> · {licence}</span>
              </li>
            ))}
        </ul>
      </section>
      <Inside components={machine.components} />
    </Stack>
  )
}

function Inside({ components }: Pick<Machine, 'components'>) {
  const { t } = useTranslation('settings')
  return (
    <details>
      <summary className={styles['summary']}>
        {t('about.inside')}
        <span className={styles['muted']}>
          {' '}
          · {t('about.insideAbout', { count: components.length })}
        </span>
      </summary>
      <DataTable
        label={t('about.inside')}
        columns={[
          { label: t('about.part') },
          { label: t('about.versionHead') },
          { label: t('about.licenceHead') },
        ]}
      >
        {components.map(({ name, version, licence }) => (
          <tr key={name}>
            <td>{name}</td>
            <td>{version}</td>
            <td>{licence}</td>
          </tr>
        ))}
      </DataTable>
    </details>
  )
}
