// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import type { DocumentedService } from '../../support/page/documented-service.ts'
import { openPage } from '../../support/page/open-page.tsx'
import { speakAs } from '../../support/page-language.ts'

const writer = {
  id: 'own-writer',
  kind: 'language-model',
  name: 'Our own writer',
  quality: 'best',
  speed: 'fastest',
} as const
const openWelcome = (given?: (service: DocumentedService) => void) =>
  openPage('/welcome', (service) => {
    const { work: _work, ...encryption } = service.example('getEncryption')
    service.answer('getEncryption', { ...encryption, work: null })
    service.answer('listProjects', [])
    service.answer('listModelServers', [])
    service.answer('findModelServers', { servers: [] })
    given?.(service)
  })
/** The button, once it is known whether there is a project. */
async function next(): Promise<HTMLElement> {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Next' })
  await waitFor(() => expect(button.disabled).toBe(false))
  return button
}

test('the first steps speak the language that is chosen', async () => {
  onTestFinished(() => speakAs('en'))
  const { user } = openWelcome()
  await user.click(await screen.findByRole('combobox', { name: 'Language of this page' }))
  await user.click(await screen.findByRole('option', { name: 'Deutsch' }))
  await screen.findByRole('heading', { level: 1, name: 'Willkommen bei Earshot' })
  await waitFor(() => expect(document.documentElement.lang).toBe('de'))
})

test('a project is made; a name that is refused stays in its field', async () => {
  const { service, user } = openWelcome()
  await user.click(await next())
  const field = await screen.findByLabelText<HTMLInputElement>('Project name')
  service.refuseField('createProject', 'name', 'must not be blank')
  await user.clear(field)
  await user.type(field, 'First calls{Enter}')
  await screen.findByText('must not be blank')
  expect(field.value).toBe('First calls')
  service.answer('createProject', { name: 'First calls' })
  service.answer('listPrompts', [
    { id: 'prompt_sales', name: 'Sales call', type: 'system', is_default: true },
    { id: 'prompt_meeting', name: 'Meeting', type: 'system', is_default: false },
  ])
  await user.click(screen.getByRole('button', { name: 'Create project' }))
  await screen.findByRole('heading', { name: 'Choose a language model, or none' })
  // What programs are answered without a prompt has the specification's shape; a person's calls are meetings.
  const settings = { auto_analyze: true, default_prompt_id: 'prompt_meeting' }
  expect(service.requestsFor('createProject').at(-1)?.body).toMatchObject({ settings })
  await user.click(await next())
  await screen.findByRole('heading', { name: 'Add a recording to First calls' })
})

test('a language model is installed behind the next step, and goes on where it stopped', async () => {
  const giveModel = (service: DocumentedService, state: object) => {
    const [model] = service.example('listModels')
    if (!model) throw new Error('The document has no model')
    const whole = { ...model, ...writer, state: { ...model.state, problem: null, ...state } }
    service.answer('listModels', [whole])
  }
  const { service, user } = openWelcome((answers) => {
    answers.answer('listProjects', [{}])
    giveModel(answers, { status: 'missing', received_bytes: 0, fraction: 0 })
  })
  await user.click(await next())
  const install = await screen.findByRole('button', { name: `Install ${writer.name}` })
  giveModel(service, { status: 'installing' })
  await user.click(install)
  const cancel = await screen.findByRole('button', { name: `Cancel installing ${writer.name}` })
  giveModel(service, { status: 'missing', received_bytes: 12_582_912 })
  await user.click(cancel)
  await user.click(
    await screen.findByRole('button', { name: `Continue installing ${writer.name}` }),
  )
  await waitFor(() => expect(service.requestsFor('installModel')).toHaveLength(2))
  expect(service.requestsFor('cancelModel').map(({ ids }) => ids)).toEqual([[writer.id]])
})

test('a recording that cannot be sent says why, and can be chosen again', async () => {
  const { service, user } = openWelcome((answers) => answers.answer('listProjects', [{}]))
  await user.click(await next())
  await screen.findByRole('heading', { name: 'Choose a language model, or none' })
  await user.click(await next())
  await screen.findByRole('heading', { name: 'Add a recording to Sales calls' })
  service.refuse('createUpload', 'insufficient_storage', 'The disk is full.')
  const input = document.querySelector<HTMLInputElement>('main input[type=file]')
  if (!input) throw new Error('There is no field for a file')
  await user.upload(input, new File(['sound'], 'call.wav', { type: 'audio/wav' }))
  await screen.findByText(/The disk is full\./)
  const choices = within(screen.getByRole('main'))
  expect(
    choices.getByRole<HTMLButtonElement>('button', { name: /^Use the sample call/ }).disabled,
  ).toBe(false)
})
