import { readFile } from 'node:fs/promises'
import { group } from './command.ts'
import { operation, sayWhatToChange } from './operation.ts'

/** earshot calendars … */
export const calendars = group('calendars', 'calendars that give names to recordings', [
  operation('listCalendars', 'list', 'list them, newest first, with what is wrong', {
    columns: {
      ID: 'id',
      NAME: 'name',
      HOST: 'host',
      EVENTS: 'event_count',
      STATE: ({ error }) => error?.message,
    },
  }),
  operation('addCalendar', 'add <file>', 'add one by its address, or the file of one', {
    options: [['--name <name>', 'what to call it; without it, what it calls itself']],
    examples: ['calendars add work.ics --name Work', 'calendars add webcal://…'],
    fields: async (_options, file = '') =>
      /^(https|webcals?):/i.test(file) ? { url: file } : { ics: await readFile(file, 'utf8') },
    lines: ({ id, name, event_count: count, read_at: readAt }) => [
      readAt === null ? `reading ${name} (${id})` : `added ${name} with ${count} events (${id})`,
    ],
  }),
  operation('refreshCalendar', 'refresh <calendar>', 'read its address now'),
  operation('updateCalendar', 'update <calendar>', 'call it otherwise', {
    options: [
      ['--name <name>', 'what to call it'],
      ['--is-reminding', 'remind to record its meetings'],
      ['--no-is-reminding', 'remind of none'],
    ],
    examples: ['calendars update cal_… --name Work'],
    unchanged: sayWhatToChange,
  }),
  operation('removeCalendar', 'remove <calendar>', 'remove it; what recordings are called stays', {
    removes: (id) => `the calendar ${id}`,
  }),
  operation('listReminders', 'now', 'tell which meetings begin now', {
    lines: (events) =>
      events.length === 0
        ? ['No meeting begins now.']
        : events.map(({ title, starts_at: at }) => `${at}  ${title}`),
  }),
  operation('getRecordingEvent', 'event <recording>', 'tell of which event a recording is'),
  operation('putRecordingEvent', 'choose <recording> <event>', 'choose its event, or none', {
    examples: ['calendars choose cont_… cev_…', 'calendars choose cont_… none'],
    fields: (_options, _recording = '', event = '') => ({
      event_id: event === 'none' ? null : event,
    }),
  }),
])
