export const waveform = {} as const
