import type { content as english } from '../en/content.ts'
import type { Texts } from '../texts.ts'

export const content: Texts<typeof english> = {}
