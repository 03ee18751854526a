/** The code blocks of one language in a text, in their order. */
export const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, code]) =>
    name === language && code !== undefined ? [code] : [],
  )
