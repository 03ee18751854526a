import type { members as english } from '../en/members.ts'
import type { Texts } from '../texts.ts'

export const members: Texts<typeof english> = {}
