// The zones of a calendar, by the names that programs give them.
import ICAL from 'ical.js'
import { findIana } from 'windows-iana'

/** The zone by its name in a calendar, or null where it has none of the kind. */
export type ZoneOf = (name: string) => ICAL.Timezone

/**
 * Zones by name: those of IANA, of Windows, then those that the calendar defines, else `otherwise`. A name that is known
 * goes before its definition, which Outlook and others write for this year alone.
 */
export function createZones(definitions: ICAL.Component, otherwise: string): ZoneOf {
  const known = new Map<string, ICAL.Timezone>()
  return (name) => {
    const before = known.get(name)
    if (before) return before
    const id = ianaName(name)
    const zone = id
      ? makeZone(id)
      : (definitions.getTimeZoneByID(name) ?? makeZone(ianaName(otherwise) ?? hostZone()))
    known.set(name, zone)
    return zone
  }
}

const hostZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** "Europe/Berlin", also of "/mozilla.org/20050126_1/Europe/Berlin" and "W. Europe Standard Time". */
function ianaName(name: string): string | null {
  const parts = name.replaceAll('"', '').split('/').filter(Boolean)
  const tried = [name, parts.slice(-2).join('/'), findIana(name.replaceAll('"', ''))[0] ?? '']
  return tried.find(isZone) ?? null
}

function isZone(name: string): boolean {
  // "+01:00" is a zone to Intl, and "EST" is none to a person in summer.
  if (!/^[A-Za-z]+\/|^(UTC|GMT)$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A zone of IANA's, from the tables that Node has. */
function makeZone(id: string): ICAL.Timezone {
  const zone = new ICAL.Timezone({ tzid: id })
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone: id, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  const offsetMs = (ms: number) => {
    const part: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(ms)) part[type] = Number(value)
    const { year = 0, month = 1, day, hour, minute, second } = part
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
  }
  zone.utcOffset = ({ year, month, day, hour, minute, second }) => {
    const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
    return offsetMs(asUtc - offsetMs(asUtc)) / 1000
  }
  return zone
}
