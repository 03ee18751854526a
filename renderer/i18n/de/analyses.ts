import type { analyses as english } from '../en/analyses.ts'
import type { Texts } from '../texts.ts'

export const analyses: Texts<typeof english> = {}
