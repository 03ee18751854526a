import type ICAL from 'ical.js'

/** Somebody who was asked to come; an address, in lower case, tells only whose calendar it is. */
export type Person = { name: string; address: string; hasDeclined: boolean }

const mostPeople = 50
const longestName = 100

/** The organizer and those who were asked, without rooms and things, each once. */
export function peopleOf(event: ICAL.Component): Person[] {
  const people = new Map<string, Person>()
  for (const property of [
    ...event.getAllProperties('attendee'),
    ...event.getAllProperties('organizer'),
  ]) {
    if (/^(ROOM|RESOURCE)$/i.test(parameterOf(property, 'cutype'))) continue
    // Apple writes where its own server keeps the person.
    const address = (parameterOf(property, 'email') || String(property.getFirstValue() ?? ''))
      .replace(/^mailto:/i, '')
      .trim()
      .toLowerCase()
    const name = nameOf(parameterOf(property, 'cn'), address)
    const key = address || name
    const before = people.get(key)
    if (before || people.size >= mostPeople) continue
    const hasDeclined = parameterOf(property, 'partstat').toUpperCase() === 'DECLINED'
    people.set(key, { name, address, hasDeclined })
  }
  return [...people.values()]
}

function parameterOf(property: ICAL.Property, name: string): string {
  const value: unknown = property.getParameter(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** "Mary Smith", also of "mary.smith@example.com"; empty of an address that tells no name. */
function nameOf(given: string, address: string): string {
  const plain = given
    .replaceAll(/["'\p{Cc}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (plain !== '' && !plain.includes('@')) {
    // "Smith, Mary", as directories of companies have it.
    return plain
      .slice(0, longestName)
      .replace(/^([\p{L}'-]+), ([\p{L}'-]+(?: [\p{L}'-]+)*)$/u, '$2 $1')
  }
  const words = (plain || address).split('@')[0]?.split(/[._-]+/) ?? []
  if (words.length < 2 || words.length > 3 || !words.every((word) => /^\p{L}{2,}$/u.test(word)))
    return ''
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
