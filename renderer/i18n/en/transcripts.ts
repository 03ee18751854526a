export const transcripts = {} as const
