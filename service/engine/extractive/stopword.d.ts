/** stopword has no types of its own; we read its lists only. */
declare module 'stopword' {
  export const eng: string[]
}
