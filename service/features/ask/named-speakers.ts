/** Which speakers a question names: what did the Project Manager think, what did Mary say. */

/** @param speakers names or labels, each once */
export function namedSpeakers(question: string, speakers: readonly string[]): Set<string> {
  const asked = ` ${wordsOf(question).join(' ')} `
  const isSaid = (words: readonly string[]) =>
    words.length > 0 && asked.toLowerCase().includes(` ${words.join(' ').toLowerCase()} `)
  const names = speakers.map((speaker) => ({ speaker, words: wordsOf(speaker) }))
  const inFull = names.filter(({ words }) => isSaid(words))
  const inPart = names.filter(({ speaker, words }) => {
    const others = names
      .filter((other) => other.speaker !== speaker)
      .flatMap((other) => other.words)
    const own = words.filter((word) => word.length > 2 && !others.includes(word))
    // “Professor B” is the professor where there is no other.
    const isTitle =
      words.length > 1 && words.every((word) => word.length === 1 || own.includes(word))
    return (
      (isTitle && isSaid(words.filter((word) => word.length > 1))) ||
      own.some((word) => /^\p{Lu}/u.test(word) && asked.includes(` ${word} `))
    )
  })
  return new Set([...inFull, ...inPart].map(({ speaker }) => speaker))
}

const wordsOf = (text: string): string[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word)
