import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { announce } from '../../ui/announcer.ts'
import { Badge } from '../../ui/badge.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ConnectForm } from './connect-form.tsx'
import styles from './model-servers.module.css'
import {
  useFoundServers,
  useModelServers,
  useServerActs,
  type FoundServer,
  type ModelServer,
} from './queries.ts'

/** The programs' own names, the same in every language. */
const programs = {
  ollama: 'Ollama',
  'lm-studio': 'LM Studio',
  'llama-server': 'llama-server',
  vllm: 'vLLM',
} as const

type Acts = ReturnType<typeof useServerActs>

type FiguresOf = { figuresOf?: ((modelId: string) => ReactNode) | undefined }

/**
 * Language models of other programs: found on this machine, or connected by address.
 * @param figuresOf what was measured of a model, by its id in settings
 */
export function ModelServers({ figuresOf }: FiguresOf) {
  const { t } = useTranslation('modelServers')
  const connected = useModelServers()
  const found = useFoundServers()
  const acts = useServerActs()
  const failure = connected.error ?? acts.choose.error ?? acts.disconnect.error
  const servers = [...(connected.data ?? []), ...(found.data ?? [])]
  return (
    <section aria-label={t('title')} className={styles['servers']}>
      <h3>{t('title')}</h3>
      <p className={styles['note']}>{t('about')}</p>
      <FormFailure message={failure ? asFailure(failure).message : null} />
      {servers.length > 0 ? (
        <ul className={styles['list']}>
          {servers.map((server) => (
            <Server key={server.base_url} server={server} acts={acts} figuresOf={figuresOf} />
          ))}
        </ul>
      ) : (
        <p className={styles['note']}>{connected.data && found.data ? t('none') : t('looking')}</p>
      )}
      <details className={styles['more']}>
        <summary>{t('form.open')}</summary>
        <ConnectForm onConnect={acts.connect.mutateAsync} />
      </details>
    </section>
  )
}

type ServerProps = FiguresOf & { server: ModelServer | FoundServer; acts: Acts }

function Server({ server, acts, figuresOf }: ServerProps) {
  const { t } = useTranslation('modelServers')
  const { host } = new URL(server.base_url)
  const program = server.kind === 'other' ? t('otherProgram') : programs[server.kind]
  const isConnected = 'id' in server
  const isUsed = isConnected && server.models.some(({ is_default }) => is_default)
  return (
    <li className={styles['server']}>
      <div className={styles['head']}>
        <h4>{program}</h4>
        <span className={styles['note']}>{host}</span>
        {isConnected ? <ServerBadges server={server} /> : <Badge tone="quiet">{t('found')}</Badge>}
        {isConnected && !isUsed ? (
          <Button
            size="compact-sm"
            variant="default"
            disabled={acts.disconnect.isPending}
            aria-label={t('disconnectOne', { program, host })}
            onClick={() =>
              acts.disconnect.mutate(server.id, {
                onSuccess: () => announce(t('said.disconnected', { program })),
              })
            }
          >
            {t('disconnect')}
          </Button>
        ) : null}
      </div>
      {isConnected && server.state.problem !== null ? (
        <div role="alert" className={styles['bad']}>
          <p>{t('unreachable')}</p>
          <details>
            <summary>{t('details')}</summary>
            <code>{server.state.problem}</code>
          </details>
        </div>
      ) : null}
      {server.models.length === 0 ? <p className={styles['note']}>{t('noModels')}</p> : null}
      <Models server={server} choose={acts.choose} figuresOf={figuresOf} />
    </li>
  )
}

function ServerBadges({ server }: { server: ModelServer }) {
  const { t } = useTranslation('modelServers')
  const { is_local: isLocal, base_url: url, state } = server
  const isReachable = state.status === 'reachable'
  return (
    <>
      <Badge tone={isReachable ? 'ok' : 'bad'}>{t(`status.${state.status}`)}</Badge>
      {isLocal ? null : <Badge tone="warn">{t('remote')}</Badge>}
      {isLocal || url.startsWith('https:') ? null : <Badge tone="bad">{t('unencrypted')}</Badge>}
    </>
  )
}

type ModelsProps = FiguresOf & { server: ModelServer | FoundServer; choose: Acts['choose'] }

function Models({ server, choose, figuresOf }: ModelsProps) {
  const { t } = useTranslation(['modelServers', 'models'])
  return (
    <ul className={styles['models']}>
      {server.models.map((model) => {
        const { name: id, context_tokens: tokens } = model
        // llama-server calls a model by the path of its file.
        const name = (/\.gguf$/i.test(id) ? id.split(/[\\/]/).at(-1) : null) ?? id
        const isUsed = 'is_default' in model && model.is_default
        return (
          <li key={id}>
            <span className={styles['name']}>{name}</span>
            {tokens === null ? null : (
              <span className={styles['note']}>
                {t('context', { tokens: formatNumber(tokens) })}
              </span>
            )}
            {'entrance_test' in model && model.entrance_test ? (
              <span className={styles['note']}>
                {t(`models:reads.${model.entrance_test.reads}`)}
              </span>
            ) : null}
            {isUsed ? (
              <Badge tone="ok">{t('inUse')}</Badge>
            ) : (
              <Button
                size="compact-sm"
                variant="light"
                disabled={choose.isPending}
                aria-label={t('useOne', { name })}
                onClick={() =>
                  choose.mutate(
                    { server, name: id },
                    { onSuccess: () => announce(t('said.chosen', { name })) },
                  )
                }
              >
                {t('use')}
              </Button>
            )}
            {'id' in model ? figuresOf?.(model.id) : null}
          </li>
        )
      })}
    </ul>
  )
}
