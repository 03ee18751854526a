export const analyses = {} as const
