import type { voices as english } from '../en/voices.ts'
import type { Texts } from '../texts.ts'

export const voices: Texts<typeof english> = {}
