import type { projects as english } from '../en/projects.ts'
import type { Texts } from '../texts.ts'

export const projects: Texts<typeof english> = {}
