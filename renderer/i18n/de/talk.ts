import type { talk as english } from '../en/talk.ts'
import type { Texts } from '../texts.ts'

export const talk: Texts<typeof english> = {}
