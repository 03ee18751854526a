/** The owner's names and terms as a prompt that whisper can take. */

export type VocabularyPrompt = { vocabulary: string }

export async function vocabularyPrompt(
  _model: string,
  terms: readonly string[],
): Promise<VocabularyPrompt> {
  return { vocabulary: terms.join(', ') }
}
