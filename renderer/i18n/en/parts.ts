export const parts = {} as const
