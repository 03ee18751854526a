export const waveform = {
  position: 'Position',
  positionOf: '{{position}} of {{duration}}',
  notes: 'Marked moments in the picture',
  note: 'Go to the mark at {{time}}',
  noteCalled: 'Go to {{time}}: {{label}}',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
} as const
