import type { notes as english } from '../en/notes.ts'
import type { Texts } from '../texts.ts'

export const notes: Texts<typeof english> = {}
