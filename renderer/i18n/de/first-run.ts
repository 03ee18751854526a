import type { firstRun as english } from '../en/first-run.ts'
import type { Texts } from '../texts.ts'

export const firstRun: Texts<typeof english> = {}
