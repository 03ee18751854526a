/** Whether a disk did not give back what it holds: a sector of it is damaged (EIO). */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EIO'
