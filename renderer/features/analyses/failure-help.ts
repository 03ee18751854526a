const help: Record<string, string> = {
  model_missing:
    'The language model’s file is missing. Install it with “npm run models”, then try again.',
  schema_not_satisfied:
    'The model did not keep to the prompt’s output schema. Simplify the schema or use a larger model.',
  out_of_memory: 'This machine ran out of memory. Close other programs or use a smaller model.',
  engine_timeout: 'It took too long. A shorter recording or a smaller model will do better.',
  engine_crashed: 'The model’s process ended unexpectedly. Trying again often helps.',
  cancelled: 'It was stopped before it finished.',
}

/** What a reader can do about a failed analysis. */
export const failureHelp = (code: string): string =>
  help[code] ?? 'Try again; the transcript is not affected.'
