import type { webhooks as english } from '../en/webhooks.ts'
import type { Texts } from '../texts.ts'

export const webhooks: Texts<typeof english> = {}
