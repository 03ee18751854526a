import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { UpdateState } from '../../../main/desktop-api.ts'
import { bridge } from '../../bridge.ts'

/**
 * Settings that only the desktop app offers; each appears if this version of the shell supports it.
 */
export function Desktop() {
  const { loginItem, shortcut, updates } = bridge()
  return (
    <Stack gap="lg" maw={520}>
      {loginItem ? <LoginSwitch /> : null}
      {shortcut ? <ShortcutField /> : null}
      {updates ? <Updates /> : null}
    </Stack>
  )
}

const loginKey = ['desktop', 'login'] as const

function LoginSwitch() {
  const { t } = useTranslation('settings')
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: loginKey,
    queryFn: async () => (await bridge().loginItem?.()) ?? false,
  })
  const change = useMutation({
    mutationFn: async (isOn: boolean) => (await bridge().setLoginItem?.(isOn)) ?? false,
    // Use the value that the system accepted, which may differ from the one requested.
    onSuccess: (isOn) => queries.setQueryData(loginKey, isOn),
  })
  return (
    <Switch
      label={t('desktop.login')}
      checked={data ?? false}
      disabled={data === undefined || change.isPending}
      onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
    />
  )
}

const shortcutKey = ['desktop', 'shortcut'] as const

function ShortcutField() {
  const { t } = useTranslation('settings')
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: shortcutKey,
    queryFn: async () => (await bridge().shortcut?.()) ?? { accelerator: null, isActive: false },
  })
  const [typed, setTyped] = useState<string | null>(null)
  const change = useMutation({
    mutationFn: async (keys: string | null) => (await bridge().setShortcut?.(keys)) ?? null,
    onSuccess: (state) => {
      queries.setQueryData(shortcutKey, state)
      setTyped(null)
    },
  })
  const value = typed ?? data?.accelerator ?? ''
  const isTaken = data?.accelerator && !data.isActive && typed === null
  const save = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(value.trim() || null)
  }
  return (
    <form onSubmit={save}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label={t('desktop.shortcut')}
          description={t('desktop.shortcutAbout')}
          error={
            change.isError ? t('desktop.shortcutBad') : isTaken ? t('desktop.shortcutTaken') : null
          }
          value={value}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          flex={1}
        />
        <Button
          type="submit"
          variant="default"
          disabled={typed === null}
          loading={change.isPending}
        >
          {t('save')}
        </Button>
      </Group>
    </form>
  )
}

/** The values that the message of any state may contain. */
const holesOf = (state: UpdateState) => ({
  version: 'version' in state ? state.version : '',
  percent: 'percent' in state ? Math.round(state.percent) : 0,
  reason: 'reason' in state ? state.reason : '',
})

function Updates() {
  const { t } = useTranslation('settings')
  const [state, setState] = useState<UpdateState>({ kind: 'idle' })
  useEffect(() => {
    void bridge().updates?.().then(setState)
    return bridge().onUpdates?.(setState)
  }, [])
  const run = (step: (() => Promise<UpdateState>) | undefined) => void step?.().then(setState)
  const { checkForUpdates, downloadUpdate, installUpdate } = bridge()
  const isCheckable = ['idle', 'newest', 'failed'].includes(state.kind)
  return (
    <div>
      <h2>{t('desktop.updates')}</h2>
      <output>{t(`desktop.state.${state.kind}`, holesOf(state))}</output>
      <Group mt="xs">
        {isCheckable ? (
          <Button variant="default" onClick={() => run(checkForUpdates)}>
            {t('desktop.check')}
          </Button>
        ) : null}
        {state.kind === 'available' ? (
          <Button onClick={() => run(downloadUpdate)}>
            {t('desktop.download', { version: state.version })}
          </Button>
        ) : null}
        {state.kind === 'ready' ? (
          <Button onClick={() => void installUpdate?.()}>
            {t('desktop.install', { version: state.version })}
          </Button>
        ) : null}
      </Group>
    </div>
  )
}
