/** What the name of a file, as programs and telephones give it, says of a recording. */
import { day, plusMs } from '../../core/time.ts'
import { isNameOfMachine } from './proposed-title.ts'

export type NamedFacts = {
  /** Null where the name says no more than the file's own. */
  title: string | null
  recordedAt: Date | null
}

type Found = { at: Date; isDayOnly: boolean; rest: string }

/**
 * Reads when a recording began and what it is called from its file's name, or where that says nothing from the
 * name of the folder that a program made for it. Times are those of this machine unless the name tells a zone.
 * A time in the future, or of before there were such programs, is none.
 */
export function readRecordingName(
  filename: string,
  { folder, now }: { folder?: string | undefined; now: Date },
): NamedFacts {
  const stem = filename.replace(/(?<=.)(\.(transcript|cc))?\.[\p{L}\d]{1,5}$/iu, '')
  const own = findTime(stem)
  const of = own ?? (folder === undefined ? null : findTime(folder))
  if (!of || of.at < firstTime || of.at > plusMs(now, day)) return { title: null, recordedAt: null }
  // Of a file that comes on the day that its name tells, the moment at which it comes says more.
  const isToday = of.isDayOnly && of.at.toDateString() === now.toDateString()
  const said = cleaned(of.rest)
  const title = isNameOfMachine(said) ? untitled(of) : said
  return { title, recordedAt: isToday ? null : of.at }
}

const firstTime = new Date(2000, 0, 1)

const zone = String.raw`(?: ?(?<zone>Z\b|[A-Z]{3,4}(?![\p{L}\d]))?(?<offset>[+-]\d{1,2}(?:[:_]?\d{2})?(?!\d))?)`

/** In the order in which they are tried; each takes the whole of a date from the name. */
const forms = [
  // Zoom: GMT20241104-150000_Recording
  String.raw`(?<zone>GMT)(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)-(?<h>\d\d)(?<min>\d\d)(?<s>\d\d)`,
  // Teams, Webex, Voice Memos, call recorders: 20241104_150012, 20241104 1500-1, 20230414_215701.088-0400
  String.raw`(?<!\d)(?<y>20\d\d)(?<m>\d\d)(?<d>\d\d)[ _T-](?<h>\d\d)(?<min>\d\d)(?<s>\d\d)?(?:\.\d{3})?(?!\d)(?:(?<zone>Z|UTC)|(?<offset>[+-]\d{4})(?!\d))?`,
  // OBS, Meet, Zoom's folders, WhatsApp: 2024-11-04 15-00-12, (2024-11-04 15_00 GMT+1), 2024-11-04 at 3.00.12 PM;
  // browsers and macOS: 2024-11-04T15_00_12.345Z, and a narrow space before PM
  String.raw`(?<!\d)(?<y>20\d\d)[-._/](?<m>\d\d)[-._/](?<d>\d\d)[ _T-]+(?:(?:at|um|à) )?(?<h>\d\d?)[-.:_h](?<min>\d\d)(?:[-.:_](?<s>\d\d))?(?:[-._]\d{3})?(?!\d)(?:[ \u00a0\u202f]?(?<half>[AP]M)\b)?${zone}`,
  // Windows, Fossify, Signal: 2024-11-04 150012, signal-2024-11-04-150012
  String.raw`(?<!\d)(?<y>20\d\d)-(?<m>\d\d)-(?<d>\d\d)[ _-](?<h>\d\d)(?<min>\d\d)(?<s>\d\d)(?!\d)`,
  // Xiaomi, Huawei, MiaRec: Mary(5551234567)_20241104150012, REC20241104150012
  String.raw`(?<!\d)(?<y>20\d\d)(?<m>\d\d)(?<d>\d\d)(?<h>\d\d)(?<min>\d\d)(?<s>\d\d)(?!\d)`,
  // Samsung, Zoom's recorders, LineageOS with thousandths: Voice 241104_150012, +4917012345_241104_150012123
  String.raw`(?<=[ _]|^)(?<y>2\d)(?<m>\d\d)(?<d>\d\d)[_-](?<h>\d\d)(?<min>\d\d)(?<s>\d\d)(?:\d{3})?(?!\d)`,
  // Sony: 241104_1500. Before six o'clock it may as well be the number of Olympus and Tascam, which is below.
  String.raw`^(?<y>2\d)(?<m>\d\d)(?<d>\d\d)_(?<h>0[6-9]|1\d|2[0-3])(?<min>\d\d)(?=_\d{1,2}$|$)`,
  // ColorOS, where the name is a number: 10987654321-2411041500
  String.raw`(?<=^\+?\d{5,15}-)(?<y>2\d)(?<m>\d\d)(?<d>\d\d)(?<h>\d\d)(?<min>\d\d)$`,
  // As it is written in German: 04.11.2024 15.00
  String.raw`(?<!\d)(?<d>\d\d)\.(?<m>\d\d)\.(?<y>20\d\d)[ _,-]+(?:um )?(?<h>\d\d)[-.:_](?<min>\d\d)(?:[-.:_](?<s>\d\d))?(?!\d)`,
  // Browsers and Messenger count thousandths of a second since 1970: recording-1730732412000
  String.raw`^(?:audio|audioclip|rec|recording|screen|video|voice)[-_ ]?(?<epoch>1[4-9]\d{11})(?!\d)`,
  // WhatsApp: PTT-20241104-WA0001
  String.raw`(?<=(?:PTT|AUD|VID)-)(?<y>20\d\d)(?<m>\d\d)(?<d>\d\d)(?=-WA\d)`,
  // Olympus and Tascam, numbered within a day: 241104_0001, 241104_001
  String.raw`^(?<y>2\d)(?<m>\d\d)(?<d>\d\d)_(?=\d{3,4}(?:S12|S34|_\d+)?$)`,
  // 2024-11-04 Budget with Mary
  String.raw`^(?<y>20\d\d)-(?<m>\d\d)-(?<d>\d\d)(?=[ _]|$)`,
].map((form) => new RegExp(form, 'u'))

/** Hours from UTC. Names that stand for several zones are left out. */
const zones: Readonly<Record<string, number>> = {
  ...{ Z: 0, GMT: 0, UTC: 0, WET: 0, WEST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3 },
  ...{ EST: -5, EDT: -4, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7, JST: 9 },
}

function findTime(text: string): Found | null {
  for (const form of forms) {
    const match = form.exec(text)
    const at = match?.groups && timeOf(match.groups)
    if (!match?.groups || !at) continue
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    const { h, epoch } = match.groups
    return { at, isDayOnly: h === undefined && epoch === undefined, rest }
  }
  return null
}

type Groups = Record<string, string | undefined>

/** Null for what is no time, such as the 31st of February. A day alone is its noon. */
function timeOf({ y = '', m, d, h = '12', min = '0', s = '0', ...more }: Groups): Date | null {
  if (more['epoch'] !== undefined) return new Date(Number(more['epoch']))
  const year = Number(y) < 100 ? 2000 + Number(y) : Number(y)
  const [month, date, minute, second] = [m, d, min, s].map(Number) as [
    number,
    number,
    number,
    number,
  ]
  const hour = more['half'] ? (Number(h) % 12) + (more['half'] === 'PM' ? 12 : 0) : Number(h)
  const plain = new Date(year, month - 1, date, hour, minute, second)
  const utc = new Date(Date.UTC(year, month - 1, date, hour, minute, second))
  if (month < 1 || month > 12 || utc.getUTCDate() !== date || hour > 23) return null
  if (minute > 59 || second > 59) return null
  const named = more['zone'] === undefined ? null : (zones[more['zone']] ?? null)
  const offset = minutesOf(more['offset'])
  if (named === null && (offset === null || more['zone'] !== undefined)) return plain
  return new Date(utc.getTime() - ((named ?? 0) * 60 + (offset ?? 0)) * 60_000)
}

/** "+1", "-0400" and "+5:30" in minutes. */
function minutesOf(text: string | undefined): number | null {
  const parts = text === undefined ? null : /^([+-])(\d{1,2})[:_]?(\d{2})?$/.exec(text)
  if (!parts) return null
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0)
  return parts[1] === '-' ? -minutes : minutes
}

/** What programs add to what a meeting is called, in the languages of the page and their neighbours. */
const additions = [
  /[-_ ]*(meeting recording|besprechungsaufzeichnung|enregistrement de la réunion|grabación de la reunión)( \d+)?/giu,
  /(?<=[\s_-])(recording|aufzeichnung)\s*\d*\s*$/giu,
  /^\s*(call recording|anrufaufzeichnung)[-_ ]+/giu,
  /^[\s-]*call_(?=\p{L})/gu,
  // The number of a call in Zoom's contact centre, and what the file holds.
  /_[A-Za-z\d]{22}_(video|voice)?recording$/giu,
  // Which way a call went, and its number: out_5551234567, Mary(5551234567), Mary@5551234567.
  /^[\s_]*(in|out)_\+?\d{3,}_?/g,
  /(?<=\S)(\(\+?\d{3,}\)|@\+?\d{3,})/g,
  /_(in|out)\s*$/g,
  // The resolution, the view, and the number of a meeting.
  /[_ ]?(?<!\d)\d{3,4}x\d{3,4}\b/gu,
  /[_ ](gallery|avo|gvo|as|separate)(?=[_ ]|$)/gu,
  /(?<=\S)\s+\d{9,11}\s*$/gu,
  // Google Meet's own name of a meeting.
  /\b[a-z]{3}-[a-z]{4}-[a-z]{3}\b/gu,
  /-\d{1,2}\s*$/gu,
  /\(\s*\)|\[\s*\]/gu,
]

function cleaned(name: string): string {
  const words = additions.reduce((text, addition) => text.replaceAll(addition, ' '), name)
  const spaced = words.replaceAll(/[_\s]+/g, ' ').replaceAll(/(?<=\s)[-–](?=\s*$)|^\s*[-–]\s/g, '')
  const plain = spaced.replaceAll(/^[\s,;–-]+|[\s,;–-]+$/g, '')
  // Zoom writes hyphens for spaces.
  return /\s/.test(plain) || !/\p{L}-\p{L}/u.test(plain) ? plain : plain.replaceAll('-', ' ')
}

/** What the app calls a recording of its own that nobody has named: the page says it in its language. */
function untitled({ at, isDayOnly }: Found): string {
  const [year, month, date, hour, minute] = [
    at.getFullYear(),
    at.getMonth() + 1,
    at.getDate(),
    at.getHours(),
    at.getMinutes(),
  ].map((part) => String(part).padStart(2, '0'))
  const name = `Recording ${year}-${month}-${date}`
  return isDayOnly ? name : `${name} ${hour}.${minute}`
}
