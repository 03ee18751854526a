export const waveform = {
  position: 'Position',
  positionOf: '{{position}} of {{duration}}',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
} as const
