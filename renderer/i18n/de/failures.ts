import type { failures as english } from '../en/failures.ts'
import type { Texts } from '../texts.ts'

export const failures: Texts<typeof english> = {}
