/** Loads wink-nlp's English model on first use: half a second, 5 MB, no network. */
import type { WinkMethods } from 'wink-nlp'

let loading: Promise<WinkMethods> | null = null

export function loadEnglish(): Promise<WinkMethods> {
  loading ??= load()
  return loading
}

async function load(): Promise<WinkMethods> {
  const [{ default: winkNLP }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ])
  return winkNLP(model)
}
