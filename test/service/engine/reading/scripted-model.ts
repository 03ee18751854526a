import type {
  AnsweringModel,
  ModelQuestion,
} from '../../../../service/engine/writing/answering-model.ts'

type Script = (prompt: string, call: number) => unknown

/** A model that answers as the script says; a token is a word. */
export function scriptModel(script: Script, contextSize = 32_768) {
  const questions: ModelQuestion[] = []
  const countTokens = (text: string) => text.split(/\s+/u).filter(Boolean).length
  const model: AnsweringModel = {
    contextSize,
    countTokens,
    countPrompt: countTokens,
    open: async (wanted) => Math.min(wanted, contextSize),
    answer: async (question) => {
      questions.push(question)
      question.onTokens(countTokens(question.prompt))
      // As from a server: nothing that the reading changes is the script's own.
      return structuredClone(script(question.prompt, questions.length))
    },
  }
  return { model, questions }
}

export const isJudging = (prompt: string): boolean => prompt.includes('somebody’s note')

type Verdict = { verdict: string; correction: string | null }

/** The same verdict on each statement but for those whose text matches. */
export function judge(prompt: string, others: readonly [RegExp, Verdict][] = []) {
  const statements = prompt.match(/^\d+\. \[.*$/gmu) ?? []
  return Object.fromEntries(
    statements.map((line) => {
      const [, number = ''] = /^(\d+)\./u.exec(line) ?? []
      const other = others.find(([words]) => words.test(line))
      return [number, other?.[1] ?? { verdict: 'yes', correction: null }]
    }),
  )
}
