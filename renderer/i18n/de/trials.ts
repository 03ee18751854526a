import type { trials as english } from '../en/trials.ts'
import type { Texts } from '../texts.ts'

export const trials: Texts<typeof english> = {}
