// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../support/page/open-page.tsx'

test('an address that is refused is told at its field, and what was typed stays', async () => {
  const { service, user } = openPage('/members', (answers) => {
    answers.answer('listInvitations', [])
    answers.refuseField('createInvitation', 'email', 'must be an email address')
  })
  await screen.findByRole('heading', { name: 'No pending invitations' })
  const [invite] = screen.getAllByRole('button', { name: 'Invite' })
  if (!invite) throw new Error('Nobody can be invited')
  await user.click(invite)
  const dialog = within(await screen.findByRole('dialog'))
  const email = dialog.getByLabelText<HTMLInputElement>('Email address')
  await user.type(email, 'ann@')
  await user.click(dialog.getByRole('button', { name: 'Invite' }))
  await dialog.findByText('must be an email address')
  expect(email.value).toBe('ann@')
  service.answer('createInvitation', {
    email: 'ann@example.org',
    delivery: 'link',
    accept_url: 'http://127.0.0.1:4777/app/#/accept/secret',
  })
  await user.type(email, 'example.org')
  await user.click(dialog.getByRole('button', { name: 'Invite' }))
  expect((await dialog.findByTestId('secret-value')).textContent).toContain('/app/#/accept/secret')
  dialog.getByText(/It opens on this machine only/)
  expect(service.requestsFor('createInvitation').at(-1)?.body).toEqual({
    email: 'ann@example.org',
    role: 'member',
  })
})

test('a role is changed, and a member removed after a question', async () => {
  const { service, user } = openPage('/members')
  service.answer('updateMember', { role: 'admin' })
  await user.selectOptions(await screen.findByLabelText('Role of Ann Lee'), 'admin')
  await waitFor(() =>
    expect(service.requestsFor('updateMember').map(({ body }) => body)).toEqual([
      { role: 'admin' },
    ]),
  )
  await user.click(screen.getByRole('button', { name: 'Remove Ann Lee' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(service.requestsFor('deleteMember')).toEqual([])
  service.answer('listMembers', [])
  await user.click(dialog.getByRole('button', { name: 'Remove member' }))
  await waitFor(() => expect(screen.queryByLabelText('Role of Ann Lee')).toBeNull())
})

test('who opens an invitation accepts it, and gets a key that opens the app', async () => {
  const { service, user } = openPage('/accept/secret', (answers) =>
    answers.answer('listAllActions', []),
  )
  await screen.findByRole('heading', { level: 1, name: 'Join My organization' })
  screen.getByText(/Sam Roe/)
  service.refuse('acceptInvitation', 'rate_limited', 'Too many requests.')
  await user.type(screen.getByLabelText('Your name'), 'Ann Lee')
  await user.click(screen.getByRole('button', { name: 'Accept the invitation' }))
  await screen.findByText('Too many requests.')
  expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('Ann Lee')
  service.answer('acceptInvitation', {})
  await user.click(screen.getByRole('button', { name: 'Accept the invitation' }))
  await screen.findByRole('heading', { level: 1, name: 'You are a member now' })
  expect(screen.getByTestId('secret-value').textContent).toMatch(/^sk_live_/)
  expect(service.requestsFor('acceptInvitation').at(-1)?.body).toEqual({
    token: 'secret',
    name: 'Ann Lee',
  })
  await user.click(screen.getByRole('button', { name: 'Open Earshot' }))
  await screen.findByRole('heading', { level: 1, name: 'Home' })
})

test('a link that was used says so, and is not tried again', async () => {
  openPage('/accept/secret', (service) =>
    service.refuse('lookUpInvitation', 'invitation_not_pending', 'This was accepted already.'),
  )
  await screen.findByText('This was accepted already.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a key that is shown once is not lost to a slip of the finger', async () => {
  const { user } = openPage('/api-keys')
  const [open] = await screen.findAllByRole('button', { name: 'New key' })
  if (!open) throw new Error('There is no button for a new key')
  await user.click(open)
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }))
  await user.type(dialog.getByLabelText('Name'), 'nightly export')
  await user.click(dialog.getByRole('button', { name: 'Create key' }))
  const key = await screen.findByTestId('secret-value')
  await user.keyboard('{Escape}')
  const title = 'Close without keeping it?'
  await screen.findByRole('dialog', { name: title })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
  expect(key.textContent).toMatch(/^sk_live_/)
  await user.keyboard('{Escape}')
  const question = within(await screen.findByRole('dialog', { name: title }))
  await user.click(question.getByRole('button', { name: 'Close anyway' }))
  await waitFor(() => expect(screen.queryByTestId('secret-value')).toBeNull())
})
