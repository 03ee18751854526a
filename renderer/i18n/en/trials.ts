export const trials = {} as const
