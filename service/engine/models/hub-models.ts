/** Language models of the hub: the facts that were read before the first download are what every load is compared with. */
import type { Model, PinnedModel } from './catalogue.ts'
import { isPinned, readCatalogue } from './catalogue.ts'
import { parseHubName, readHubFile, type HubFile, type HubName, type HubOptions } from './hub.ts'
import { listModel } from './imported-models.ts'

export type PinOptions = HubOptions & {
  /** The folder whose list remembers it. */
  target: string
}

/** Choice: beside the weights, the context of a long recording; as measured of those in the catalogue. */
const besideWeightsBytes = 920_000_000

/** A model by its name on the hub, pinned and listed, or as the catalogue already has it. Undefined: no such name. */
export async function addHubModel(
  text: string,
  options: PinOptions,
): Promise<PinnedModel | undefined> {
  const name = parseHubName(text)
  if (name === undefined) return undefined
  const known = (await readCatalogue()).find((model) => isOf(model, name))
  return known ? pinModel(known, options) : pin(await readHubFile(name, options), null, options)
}

/** Reads from the hub what the catalogue leaves open of a model; one that is pinned stays as it is. */
export async function pinModel(model: Model, options: PinOptions): Promise<PinnedModel> {
  if (isPinned(model)) return model
  const source = model.sources.find(({ kind }) => kind === 'hub')
  if (source?.kind !== 'hub') throw new Error(`The catalogue has no hash of "${model.id}".`)
  return pin(await readHubFile(source, options), model, options)
}

async function pin(file: HubFile, known: Model | null, { target }: PinOptions) {
  const { bytes, sha256, licence, repo, revision } = file
  const source = { kind: 'hub' as const, repo, file: file.file, revision }
  const pinned = {
    ...(known ?? describe(file)),
    ...{ bytes, sha256, licence, sources: [source] },
  }
  await listModel(target, pinned)
  return pinned
}

/** Whether it is this file of the hub, at any of its commits. */
const isOf = (model: Model, { repo, file }: HubName): boolean =>
  model.sources.some((source) => {
    if (source.kind !== 'hub' && source.kind !== 'url') return false
    const place =
      source.kind === 'hub'
        ? `${source.repo}/${source.file}`
        : new URL(source.url).pathname.slice(1).replace(/\/resolve\/[^/]+\//, '/')
    return place.toLowerCase() === `${repo}/${file}`.toLowerCase()
  })

function describe({ repo, file, bytes }: HubFile): Omit<Model, 'bytes' | 'sha256' | 'licence'> {
  const id = `hf-${repo}-${file.replace(/\.gguf$/i, '')}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
  const memory = bytes + besideWeightsBytes
  return {
    ...{ id, kind: 'language-model', file: `${id}.gguf` },
    name: `${file
      .split('/')
      .at(-1)
      ?.replace(/\.gguf$/i, '')} (${repo})`,
    sources: [],
    languages: ['multilingual'],
    memory_bytes: memory,
    recommended_ram_bytes: Math.max(4, 2 * Math.ceil(memory / 2 ** 30)) * 2 ** 30,
  }
}
