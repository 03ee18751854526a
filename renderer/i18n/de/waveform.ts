import type { waveform as english } from '../en/waveform.ts'
import type { Texts } from '../texts.ts'

export const waveform: Texts<typeof english> = {
  position: 'Stelle',
  positionOf: '{{position}} von {{duration}}',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
}
