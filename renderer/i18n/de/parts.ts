import type { parts as english } from '../en/parts.ts'
import type { Texts } from '../texts.ts'

export const parts: Texts<typeof english> = {}
