import type { recorder as english } from '../en/recorder.ts'
import type { Texts } from '../texts.ts'

export const recorder: Texts<typeof english> = {}
