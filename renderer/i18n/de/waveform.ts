import type { waveform as english } from '../en/waveform.ts'
import type { Texts } from '../texts.ts'

export const waveform: Texts<typeof english> = {}
