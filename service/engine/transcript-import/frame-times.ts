/** Recognizes the time codes of film editors, whose last part counts pictures: `01:00:10:12`. */

/** Of HH:MM:SS:FF; some write a semicolon before the pictures. */
const frameTime = String.raw`(\d{1,3}:\d{2}:\d{2})[:;](\d{2,3})`
/** At the begin of a row, as the second of a pair, or as a field of a table. */
const places = new RegExp(
  String.raw`(^\s{0,20}[["(]?|(?:-->|->|–|-|to|[\t,;|]"?)\s{0,5})${frameTime}(?!\d)`,
  'gm',
)
const rowsWithTime = new RegExp(
  String.raw`^\s{0,20}[["(]?${frameTime}(?!\d)|[\t,;]"?${frameTime}`,
  'gm',
)
const fewRows = 2
/** How many pictures a second has, in Europe, in America, and of fast cameras; 24 fit into 25. */
const rates = [25, 30, 50, 60]

/**
 * A text in which times with pictures have milliseconds instead; as it is, where it has no such times. What no usual
 * number of pictures a second explains stays.
 */
export function framesToMilliseconds(text: string): string {
  if ((text.match(rowsWithTime)?.length ?? 0) < fewRows) return text
  const frames = [...text.matchAll(places)].map(([, , , count]) => Number(count))
  const most = frames.reduce((one, other) => Math.max(one, other), 0)
  const rate = rates.find((each) => most < each)
  if (rate === undefined) return text
  return text.replaceAll(places, (_whole, place: string, time: string, count: string) => {
    const milliseconds = Math.floor((Number(count) / rate) * 1000)
    return `${place}${time}.${String(milliseconds).padStart(3, '0')}`
  })
}
