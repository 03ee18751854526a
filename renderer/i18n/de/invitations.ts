import type { invitations as english } from '../en/invitations.ts'
import type { Texts } from '../texts.ts'

export const invitations: Texts<typeof english> = {}
