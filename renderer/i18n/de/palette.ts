import type { palette as english } from '../en/palette.ts'
import type { Texts } from '../texts.ts'

export const palette: Texts<typeof english> = {}
