/** What was found of one part. `advice` says what to do where not all is well; neither text holds a secret. */
export type Finding = {
  status: 'ok' | 'warning' | 'failed' | 'not_configured'
  text: string
  advice: string | null
}

export const ok = (text: string): Finding => ({ status: 'ok', text, advice: null })
export const notConfigured = (text: string): Finding => ({
  status: 'not_configured',
  text,
  advice: null,
})
export const warning = (text: string, advice: string): Finding => ({
  status: 'warning',
  text,
  advice,
})
export const failed = (text: string, advice: string): Finding => ({
  status: 'failed',
  text,
  advice,
})

/** The system's code, where there is one: a message may quote an address with a password in it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error'
  const codes = [error, error.cause].flatMap((one) => {
    const code: unknown = one instanceof Error ? Reflect.get(one, 'code') : undefined
    return typeof code === 'string' ? [code] : []
  })
  return codes[0] ?? error.name
}
