export const ask = {} as const
