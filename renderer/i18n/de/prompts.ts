import type { prompts as english } from '../en/prompts.ts'
import type { Texts } from '../texts.ts'

export const prompts: Texts<typeof english> = {}
