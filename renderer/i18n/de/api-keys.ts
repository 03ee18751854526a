import type { apiKeys as english } from '../en/api-keys.ts'
import type { Texts } from '../texts.ts'

export const apiKeys: Texts<typeof english> = {}
