/** stopword ships no types; we use only its lists. */
declare module 'stopword' {
  export const eng: string[]
}
