export const recorder = {} as const
