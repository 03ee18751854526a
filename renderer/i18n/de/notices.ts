import type { notices as english } from '../en/notices.ts'
import type { Texts } from '../texts.ts'

export const notices: Texts<typeof english> = {}
