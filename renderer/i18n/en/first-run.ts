export const firstRun = {} as const
