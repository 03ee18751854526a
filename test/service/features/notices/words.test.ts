import { expect, test } from 'vitest'
import { wordsOf } from '../../../../service/features/notices/words.ts'
import { Notice } from '../../../../service/features/notices/schema.ts'

/** As they are recorded; the German title, and a part of its body. */
const notices: readonly (readonly [kind: string, title: string, body: string, string, string])[] = [
  [
    'delivery_exhausted',
    'Webhook delivery to a.example.org failed',
    'content.created could not be',
    'Zustellung an a.example.org fehlgeschlagen',
    'content.created konnte nicht',
  ],
  [
    'webhook_disabled',
    'Webhook to a.example.org switched off',
    'The receiver answered 410 Gone. (wh_1)',
    'Webhook an a.example.org ausgeschaltet',
    '410 Gone',
  ],
  [
    'webhook_disabled',
    'Webhook to a.example.org switched off',
    'Its signing secret cannot be read here.',
    'Webhook an a.example.org ausgeschaltet',
    'Signaturgeheimnis',
  ],
  [
    'webhook_left_behind',
    'A webhook of a@example.org still sends',
    'This member was removed, and nothing was switched off. It still goes to a.example.org. Switch off',
    'Ein Webhook von a@example.org sendet',
    'weiter an a.example.org.',
  ],
  [
    'webhook_left_behind',
    '3 webhooks of a@example.org still send',
    'This member was removed. It still goes to a.example.org, b.example.org. Switch off',
    '3 Webhooks von a@example.org senden',
    'weiter an a.example.org, b.example.org.',
  ],
  [
    'invitation_not_sent',
    'The invitation to a@example.org was not mailed',
    'The mail server refused it.',
    'Die Einladung an a@example.org ging',
    'unter Mitglieder',
  ],
  [
    'recordings_orphaned',
    'A recording has no entry',
    'Nothing was deleted.',
    'Eine Aufnahme hat',
    'Nichts wurde',
  ],
  [
    'recordings_orphaned',
    '12 recordings have no entry',
    'Nothing was deleted.',
    '12 Aufnahmen haben',
    'Nichts wurde',
  ],
  [
    'recording_damaged',
    '“Call” is gone from the disk',
    'Its transcript',
    '„Call“ ist nicht mehr',
    'Das Transkript',
  ],
  [
    'recording_damaged',
    '“Call” is damaged',
    'Its transcript',
    '„Call“ ist beschädigt',
    'Das Transkript',
  ],
  [
    'recording_failed',
    '“Call” could not be transcribed',
    'Its page',
    '„Call“ konnte nicht transkribiert',
    'Warum',
  ],
  [
    'recording_failed',
    '“Call” could not be read',
    'Its page',
    '„Call“ konnte nicht gelesen',
    'Warum',
  ],
  [
    'library_repaired',
    'Damage in the library was repaired',
    'Nothing is lost: the notes.',
    'Ein Schaden',
    'Nichts ist verloren',
  ],
  [
    'library_incomplete',
    'The library was opened with what is left',
    'Gone: 1 entry of the notes and 3 entries of the projects.',
    'Die Bibliothek wurde mit',
    '4 Einträge fehlen',
  ],
  [
    'library_incomplete',
    'The library was opened with what is left',
    'How much is gone cannot be told.',
    'Die Bibliothek wurde mit',
    'Wie viel fehlt',
  ],
  [
    'backup_failed',
    'The backup could not be made',
    'The disk is full.',
    'Die Sicherung',
    'Festplatte ist voll',
  ],
  [
    'backup_failed',
    'The backup could not be made',
    'It is tried again',
    'Die Sicherung',
    'im Protokoll',
  ],
  [
    'backup_overdue',
    'There has been no backup for three days',
    'One is made',
    'Seit drei Tagen',
    'jetzt eine anlegen',
  ],
  [
    'models_list_damaged',
    'The list of imported models was damaged',
    'It was set aside as imported.json.damaged-1. Import',
    'Die Liste der importierten',
    'imported.json.damaged-1',
  ],
  [
    'library_rebuilt',
    'The library was made anew',
    'Every recording',
    'Die Bibliothek wurde neu',
    'Alle Aufnahmen',
  ],
  [
    'watched_folder_missing',
    'A folder is missing',
    '/a b is not there, so no recordings are added',
    'Ein Ordner fehlt',
    '/a b ist nicht da, deshalb kommen',
  ],
  [
    'notes_folder_missing',
    'A folder is missing',
    '/a b is not there, so no notes are written',
    'Ein Ordner fehlt',
    '/a b ist nicht da, deshalb werden',
  ],
]

test.each(notices)('%s is mailed in German: %s', (kind, title, body, ...german) => {
  const words = wordsOf({ kind, title, body }, 'de')
  expect(words.title).toContain(german[0])
  expect(words.body).toContain(german[1])
  expect(wordsOf({ kind, title, body }, 'en')).toMatchObject({ title, body })
})

test('every kind has German words, and one that is not understood stays as it is', () => {
  const kinds = new Set(notices.map(([kind]) => kind))
  const { enum: known } = JSON.parse(JSON.stringify(Notice.properties.kind))
  expect(known.toSorted()).toEqual([...kinds].toSorted())
  const later = { kind: 'webhook_disabled', title: 'Something new', body: 'of a later version' }
  expect(wordsOf(later, 'de')).toMatchObject({ title: later.title, body: later.body })
})
