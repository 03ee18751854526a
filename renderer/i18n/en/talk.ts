export const talk = {} as const
