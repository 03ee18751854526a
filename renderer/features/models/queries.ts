import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addModel,
  cancelModel,
  deleteModel,
  installModel,
  listModelFigures,
  listModels,
  verifyModel,
  type Model,
} from 'earshot/client'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announcer.ts'

const key = ['models'] as const
const followMs = 700

/** The speech-to-text models that Earshot knows, installed or not. */
export const useSpeechModels = () =>
  useQuery({
    queryKey: [...key, 'speech-to-text'],
    queryFn: async ({ signal }) =>
      (await listModels({ query: { kind: 'speech-to-text', limit: 100 }, signal })).data,
    staleTime: 60_000,
  })

const isAtWork = ({ state }: Model): boolean =>
  state.status === 'installing' || state.status === 'verifying'

/** All models; polls while any of them is changing. */
export const useModels = () =>
  useQuery({
    queryKey: [...key, 'all'],
    queryFn: async ({ signal }) => (await listModels({ query: { limit: 100 }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? followMs : false),
  })

/** What was measured of language models, each once at most. */
export const useModelFigures = () =>
  useQuery({
    queryKey: [...key, 'figures'],
    queryFn: async ({ signal }) => (await listModelFigures({ signal })).data.models,
  })

/** Adds a model to the list by its name on the hub, and returns it. */
export function useAddModel(): (body: { hub_name: string }) => Promise<Model> {
  const queries = useQueryClient()
  return async (body) => {
    const { data } = await addModel({ body })
    await queries.invalidateQueries({ queryKey: key })
    return data
  }
}

export type ModelAct = 'install' | 'cancel' | 'verify' | 'remove'

type Act = { act: ModelAct; model: Pick<Model, 'id' | 'name'> }

/** Runs one action on one model and announces it; the list shows the result. */
export function useModelAct() {
  const { t } = useTranslation('models')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ act, model }: Act): Promise<void> => {
      await acts[act]({ path: { modelId: model.id } })
    },
    onSuccess: (_, { act, model: { name } }) => {
      if (act !== 'verify') announce(t(saidOf[act], { name }))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

const acts = {
  install: installModel,
  cancel: cancelModel,
  verify: verifyModel,
  remove: deleteModel,
} as const

const saidOf = {
  install: 'said.started',
  cancel: 'said.cancelled',
  remove: 'said.removed',
} as const

/** Announces to screen readers how an installation or check ended. */
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
