import type { waveform as english } from '../en/waveform.ts'
import type { Texts } from '../texts.ts'

export const waveform: Texts<typeof english> = {
  position: 'Stelle',
  positionOf: '{{position}} von {{duration}}',
  notes: 'Markierte Stellen im Bild',
  note: 'Zur Marke bei {{time}}',
  noteCalled: 'Zu {{time}}: {{label}}',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
}
