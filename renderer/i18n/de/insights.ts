import type { insights as english } from '../en/insights.ts'
import type { Texts } from '../texts.ts'

export const insights: Texts<typeof english> = {}
