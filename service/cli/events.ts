import type { Command } from 'commander'
import type { Event } from 'earshot/client'
import { define, defineList, noun } from './define.ts'
import { findProject } from './find.ts'
import type { Io } from './io.ts'
import { toText } from './tables.ts'

type Filters = { event?: Event['event'][]; project?: string; after?: string; before?: string }
const filters = [
  ['--event <names...>', 'only of these names'],
  ['--project <project>', 'only of this project: id, slug or name'],
] as const

/** earshot events … */
export function addEvents(io: Io, program: Command): void {
  const events = noun(program, 'events', 'what happened in the last 30 days, and what happens now')
  defineList<Filters, Event>(io, events, {
    name: 'list',
    about: 'list them, newest first',
    options: [
      ...filters,
      ['--after <time>', 'only after this ISO 8601 time'],
      ['--before <time>', 'only before this ISO 8601 time'],
    ],
    examples: ['events list', 'events list --event transcription.failed --all'],
    columns: [
      ['ID', ({ id }) => id],
      ['EVENT', ({ event }) => event],
      ['CREATED', ({ created_at }) => created_at],
      ['ABOUT', ({ data }) => toText(data['filename'] ?? data['name'] ?? data['email'])],
    ],
    load: async (api, page, { event, project, after, before }) => {
      const found = project === undefined ? null : await findProject(api, project)
      const query = {
        ...page,
        ...(event && { event }),
        ...(found && { project_id: found.id }),
        ...(after && { created_after: after }),
        ...(before && { created_before: before }),
      }
      return api.listEvents({ query })
    },
  })
  define(io, events, {
    name: 'show <event>',
    about: 'show one, by id',
    examples: ['events show evt_…'],
    run: async ({ api, out }, _options, eventId = '') =>
      out.record((await (await api()).getEvent({ path: { eventId } })).data),
  })
  addFollow(io, events)
  define<{ webhook?: string }>(io, events, {
    name: 'replay <event>',
    about: 'send it to the webhooks that want it, once more',
    options: [['--webhook <id>', 'to this one only']],
    examples: ['events replay evt_… --webhook wh_…'],
    run: async ({ api, out }, { webhook }, eventId = '') => {
      const body = webhook === undefined ? {} : { webhook_id: webhook }
      const { data } = await (await api()).replayEvent({ path: { eventId }, body })
      const ids = data.deliveries.map((delivery) => `  ${delivery.id} to ${delivery.webhook_id}`)
      out.result(data, [`${data.deliveries.length} deliveries of ${data.event_id}`, ...ids])
    },
  })
}

type FollowOptions = Filters & { since?: string; count?: string }

function addFollow(io: Io, events: Command): void {
  define<FollowOptions>(io, events, {
    name: 'follow',
    about: 'print each event as it happens, until Ctrl-C; with --json one document per line',
    options: [
      ...filters,
      ['--since <event>', 'begin behind this event'],
      ['--count <number>', 'end after so many'],
    ],
    examples: ['events follow', 'events follow --event transcription.completed --json'],
    run: async ({ api, out, io: { signal } }, { event, project, since, count }) => {
      const client = await api()
      const found = project === undefined ? null : await findProject(client, project)
      const stream = client.streamEvents({
        signal,
        onOpen: () => out.step('events')('following', 0),
        ...(event && { events: event }),
        ...(found && { projectId: found.id }),
        ...(since && { lastEventId: since }),
      })
      let left = count === undefined ? Infinity : Number(count)
      for await (const one of stream) {
        out.line(one, `${toText(one.created_at)}  ${one.event}  ${JSON.stringify(one.data)}`)
        left -= 1
        if (left <= 0) break
      }
    },
  })
}
