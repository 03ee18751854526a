export const apiKeys = {} as const
