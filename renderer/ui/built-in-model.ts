/** Whether the built-in analyser, which only quotes, answered instead of a language model. */
export const isBuiltInModel = (model: string | null): boolean =>
  model?.startsWith('earshot-') === true
