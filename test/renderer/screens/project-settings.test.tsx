// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DocumentedService } from '../../support/page/documented-service.ts'
import { openPage } from '../../support/page/open-page.tsx'
import { projectPlace } from '../../support/page/recordings.ts'

// How a project's recordings are heard: language, vocabulary, voices and folders.

async function openSettings(tab: string, given?: (service: DocumentedService) => void) {
  const page = openPage(projectPlace, (service) => {
    const { settings } = service.example('getProject')
    service.answer('getProject', { settings: { ...settings, vocabulary: [] } })
    given?.(service)
  })
  await page.user.click(await screen.findByRole('button', { name: 'Settings' }))
  await page.user.click(await screen.findByRole('tab', { name: tab }))
  const dialog = within(await screen.findByRole('dialog'))
  return { ...page, dialog }
}

test('the language is found by its name, and translation is switched on', async () => {
  const { service, user, dialog } = await openSettings('Speech', (answers) => {
    const { settings } = answers.example('getProject')
    answers.answer('getProject', {
      settings: { ...settings, language: null, translate_to_english: false },
    })
  })
  await user.click(dialog.getByRole('combobox', { name: 'Language spoken' }))
  await user.paste('germ')
  await user.click(await screen.findByRole('option', { name: 'German' }))
  await user.click(dialog.getByRole('switch', { name: /^Translate to English/ }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(service.requestsFor('updateProject').at(-1)?.body).toMatchObject({
      settings: { language: 'de', translate_to_english: true },
    }),
  )
})

test('models that are not here cannot be chosen', async () => {
  const { user, dialog } = await openSettings('Speech')
  await user.click(dialog.getByRole('combobox', { name: 'Speech model' }))
  const option = await screen.findByRole('option', { name: /^Whisper base – not installed/ })
  expect(option.getAttribute('aria-disabled')).toBe('true')
})

test('a vocabulary is pasted, corrected, and refused without losing a term', async () => {
  const { service, user, dialog } = await openSettings('Vocabulary')
  dialog.getByText(/No terms yet\./)
  await user.click(dialog.getByRole('button', { name: 'Paste a list' }))
  await user.click(dialog.getByLabelText('One term per line'))
  await user.paste('Kubernetes: cuber netes\nMary Smith\nAcme')
  await user.click(dialog.getByRole('button', { name: 'Add 3 terms' }))
  await user.click(dialog.getByRole('button', { name: 'Remove Acme' }))
  await user.click(dialog.getByLabelText('How Mary Smith is misrecognized'))
  await user.paste('merry smith')
  service.refuseField('updateProject', 'settings.vocabulary', 'has a term that is listed twice')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(/listed twice/)
  expect(service.requestsFor('updateProject').at(-1)?.body).toMatchObject({
    settings: {
      vocabulary: [
        { term: 'Kubernetes', heard_as: ['cuber netes'] },
        { term: 'Mary Smith', heard_as: ['merry smith'] },
      ],
    },
  })
  dialog.getByLabelText('How Kubernetes is misrecognized')
})

test('voices are forgotten singly, or all after a question', async () => {
  const { service, user, dialog } = await openSettings('Voices', (answers) => {
    const { settings } = answers.example('getProject')
    answers.answer('getProject', { settings: { ...settings, voice_memory: true } })
    answers.answer('listVoices', [{ id: 'voice_1' }, { id: 'voice_2', name: 'Paul' }])
  })
  const voices = within(await dialog.findByRole('list', { name: 'Remembered voices' }))
  service.answer('listVoices', [{ id: 'voice_2', name: 'Paul' }])
  await user.click(voices.getByRole('button', { name: 'Forget Mary' }))
  await waitFor(() => expect(voices.queryByText('Mary')).toBeNull())
  expect(service.requestsFor('deleteVoice').map(({ ids }) => ids[1])).toEqual(['voice_1'])
  await user.click(dialog.getByRole('button', { name: 'Forget all' }))
  expect(service.requestsFor('forgetVoices')).toEqual([])
  service.answer('listVoices', [])
  await user.click(await screen.findByRole('button', { name: 'Forget all voices' }))
  await dialog.findByText(/No voices yet/)
})

test('a folder to watch is refused at its field, then listed with what it waits for', async () => {
  const { service, user, dialog } = await openSettings('Folders', (answers) =>
    answers.answer('listWatchedFolders', []),
  )
  await dialog.findByText('No folder is watched for this project.')
  service.refuseField('addWatchedFolder', 'path', 'must be absolute')
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Folder with recordings' })
  await user.click(field)
  await user.paste('recordings')
  await user.keyboard('{Enter}')
  await dialog.findByText(/must be absolute/)
  expect(field.value).toBe('recordings')
  service.answer('addWatchedFolder', {})
  const folder = { error: null, failures: [], taken_count: 0 }
  service.answer('listWatchedFolders', [folder])
  await user.click(dialog.getByRole('button', { name: 'Watch' }))
  await dialog.findByText('Nothing was added from here yet')
  dialog.getByText(/Weekly sync\/video1234567890\.mp4/)
  await waitFor(() => expect(field.value).toBe(''))
  service.answer('listWatchedFolders', [])
  await user.click(dialog.getByRole('button', { name: 'Stop watching /srv/recordings' }))
  await dialog.findByText('No folder is watched for this project.')
})

test('the folder that notes are mirrored into says what is wrong with it, and is left', async () => {
  const { service, user, dialog } = await openSettings('Folders', (answers) => {
    answers.answer('listWatchedFolders', [])
    answers.answer('getNotesFolder', { path: null, error: null })
  })
  const field = await dialog.findByLabelText<HTMLInputElement>('Folder for notes')
  service.refuseField('putNotesFolder', 'path', 'must be absolute')
  await user.click(field)
  await user.paste('Notes')
  await user.click(dialog.getByRole('button', { name: 'Keep notes here' }))
  await dialog.findByText(/must be absolute/)
  expect(field.value).toBe('Notes')
  const there = { path: '/srv/notes', note_count: 1, waiting_count: 0 }
  service.answer('putNotesFolder', { ...there, error: null })
  service.answer('getNotesFolder', { ...there, error: null })
  await user.click(dialog.getByRole('button', { name: 'Keep notes here' }))
  await dialog.findByText(/^One note · last written/)
  service.answer('deleteNotesFolder', { path: null, error: null })
  service.answer('getNotesFolder', { path: null, error: null })
  await user.click(dialog.getByRole('button', { name: 'Stop' }))
  await dialog.findByLabelText('Folder for notes')
})
