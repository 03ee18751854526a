export const org = {} as const
