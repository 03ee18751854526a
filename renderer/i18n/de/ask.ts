import type { ask as english } from '../en/ask.ts'
import type { Texts } from '../texts.ts'

export const ask: Texts<typeof english> = {}
