import type { transcripts as english } from '../en/transcripts.ts'
import type { Texts } from '../texts.ts'

export const transcripts: Texts<typeof english> = {}
