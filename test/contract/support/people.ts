import { afterAll } from 'vitest'
import type { Suite } from './suite.ts'

let count = 0
/** An address that nobody has. */
export const newAddress = (): string => `contract-${Date.now()}-${++count}@example.org`

export type Person = { id: string; key: string; role: string; email: string }

/** Makes members as they come to be: invited, and accepted with the link. Removes them afterwards. */
export function openPeople(suite: Suite) {
  const members: string[] = []
  afterAll(async () => {
    for (const id of members) await suite.call('DELETE', `/v1/members/${id}`)
  })
  const accept = async (acceptUrl: string, name?: string) => {
    const token = acceptUrl.split('/').at(-1)
    const body = { token, ...(name && { name }) }
    const answer = await suite.call('POST', '/v1/invitations/accept', { key: null, body })
    if (answer.status === 201) members.push(answer.body.data.member.id)
    return answer
  }
  const givenMember = async (role = 'member'): Promise<Person> => {
    const email = newAddress()
    const { accept_url: url } = await suite.make('/v1/invitations', { email, role })
    const { member, key } = (await accept(url)).body.data
    return { id: member.id, key: key.key, role, email }
  }
  return { accept, givenMember }
}
