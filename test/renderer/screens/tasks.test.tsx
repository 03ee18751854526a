// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../support/page/open-page.tsx'

const tasks = ['Send the contract', 'Find out who signs'].map((text, at) => {
  return { id: `act_${at}`, text, is_done: false, done_at: null }
})
const boxes = async () =>
  within(await screen.findByRole('list', { name: 'Tasks' })).getAllByRole<HTMLInputElement>(
    'checkbox',
  )

test('tasks are ticked off and opened again by keyboard', async () => {
  const { service, user } = openPage('/tasks', (answers) => answers.answer('listAllActions', tasks))
  const [first, second] = await boxes()
  first?.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  service.answer('updateAction', { ...tasks[1], is_done: true })
  await user.keyboard(' ')
  await screen.findAllByText('“Find out who signs” is done.')
  service.answer('updateAction', { ...tasks[1] })
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() =>
    expect(service.requestsFor('updateAction').map(({ ids, body }) => [ids[1], body])).toEqual([
      ['act_1', { is_done: true }],
      ['act_1', { is_done: false }],
    ]),
  )
  await waitFor(async () => expect((await boxes())[1]?.checked).toBe(false))
})

test('Enter opens the moment of a task', async () => {
  const { user } = openPage('/tasks', (service) => service.answer('listAllActions', tasks))
  const [first] = await boxes()
  first?.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(window.location.hash).toMatch(/recordings\/cont_.*at=61/))
})

test('where no task is left, all are a press away', async () => {
  const { service, user } = openPage('/tasks?state=done', (answers) =>
    answers.answer('listAllActions', ({ query }) => (query['state'] === 'done' ? [] : tasks)),
  )
  await screen.findByRole('heading', { name: 'No tasks' })
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await boxes()).toHaveLength(2)
  expect(service.requestsFor('listAllActions').at(0)?.query).toMatchObject({ state: 'done' })
})

test('tasks that do not load are asked for again', async () => {
  const { service, user } = openPage('/tasks', (answers) =>
    answers.refuse('listAllActions', 'database_unavailable', 'The database does not answer.'),
  )
  await screen.findByText('The database does not answer.')
  service.answer('listAllActions', tasks)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await boxes()).toHaveLength(2)
})
