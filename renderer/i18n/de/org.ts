import type { org as english } from '../en/org.ts'
import type { Texts } from '../texts.ts'

export const org: Texts<typeof english> = {}
