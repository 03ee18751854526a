import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model } from '../../api/types.ts'
import { announce } from '../../ui/announcer.ts'

/** Says to those who do not see the list how what they began has ended. */
export function useModelNews(models: readonly Model[] | undefined): void {
  const { t } = useTranslation('models')
  const before = useRef<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    if (!models) return
    for (const { id, name, state } of models) {
      const was = before.current.get(id)
      if (was === 'installing' && state.status === 'installed') {
        announce(t('said.installed', { name }))
      }
      if (was === 'verifying' && state.status === 'installed') {
        announce(t('said.verified', { name }))
      }
      if (was === 'verifying' && state.status === 'damaged') announce(t('said.damaged', { name }))
    }
    before.current = new Map(models.map(({ id, state }) => [id, state.status]))
  }, [models, t])
}
