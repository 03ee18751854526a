import { useTranslation } from 'react-i18next'
import { webhooks } from '../../i18n/en/webhooks.ts'

type Code = Exclude<keyof typeof webhooks.errors, 'http_status_of'>

/** Why an attempt failed, in a sentence; a code that is not known stays as it is. */
export function useErrorWords(): (code: string, status: number | null) => string {
  const { t } = useTranslation('webhooks')
  return (code, status) => {
    if (code === 'http_status' && status !== null) return t('errors.http_status_of', { status })
    return isKnown(code) ? t(`errors.${code}`) : code
  }
}

const isKnown = (code: string): code is Code => Object.hasOwn(webhooks.errors, code)
