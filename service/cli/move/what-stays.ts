import type { VocabularyTermInput } from 'earshot/client'
import type { Sides } from './sides.ts'

/** What stays here, since it is secret, of people, or of this machine; with what to do about it. */
export type Stays = { what: string; names: string[]; next: string }

export async function listWhatStays({ from }: Pick<Sides, 'from'>): Promise<Stays[]> {
  const all = async <Item>(items: AsyncIterable<Item>, toName: (item: Item) => string | null) => {
    const names: (string | null)[] = []
    for await (const item of items) names.push(toName(item))
    return names.filter((name) => name !== null)
  }
  const found: Stays[] = [
    {
      what: 'Keys: their values are kept nowhere, so they are made anew there',
      names: await all(from.all(from.listApiKeys), ({ name }) => name),
      next: 'earshot keys create --name NAME',
    },
    {
      what: 'Webhooks: their secrets stay here, so they are made anew there, and get other secrets',
      names: await all(from.all(from.listWebhooks), ({ url }) => url),
      next: 'earshot webhooks create URL',
    },
    {
      what: 'Members: they are invited there',
      // The owner of a desktop is whoever moves it.
      names: await all(from.all(from.listMembers), ({ email, is_owner }) =>
        is_owner ? null : email,
      ),
      next: 'earshot invitations create ADDRESS',
    },
    {
      what: 'Calendars: they are added there again; titles that they gave have gone along',
      names: await all(from.all(from.listCalendars), ({ name }) => name),
      next: 'earshot calendars add ADDRESS',
    },
    {
      what: 'Watched folders: they are of this machine',
      names: await all(from.all(from.listWatchedFolders), ({ path }) => path),
      next: 'earshot upload, or keep this library for them',
    },
    {
      what: 'Model servers: their keys stay here',
      names: await all(from.all(from.listModelServers), ({ base_url: url }) => url),
      next: 'connect them there, on the Models page',
    },
  ]
  return found.filter(({ names }) => names.length > 0)
}

/** Adds the terms of the organization here to those there, which stay; how many were added. */
export async function addVocabulary({ from, to, signal }: Sides): Promise<number> {
  const here = (await from.getOrganization({ signal })).data.settings.vocabulary
  const there = (await to.getOrganization({ signal })).data.settings.vocabulary
  const known = new Set(there.map(({ term }) => term))
  const added = here.filter(({ term }) => !known.has(term))
  if (added.length === 0) return 0
  const vocabulary: VocabularyTermInput[] = [...there, ...added]
  await to.updateOrganization({ body: { settings: { vocabulary } }, signal })
  return added.length
}
