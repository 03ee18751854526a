import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { FailureState, LoadingRows } from '../ui/states.tsx'

/** A section with its data, or its loading or failure state. */
export function Loaded<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}) {
  const { t } = useTranslation('settings')
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return <LoadingRows label={t('loading')} />
  const { message, code } = asFailure(error)
  const retry = () => void refetch()
  return <FailureState title={t('failed')} cause={message} code={code} onRetry={retry} />
}
