/** A name for a file or folder that every system takes, as close to the given one as that allows. */
export function readableName(text: string): string {
  const plain = text
    // oxlint-disable-next-line no-control-regex -- no file's name may hold those
    .replaceAll(/[\\/:*?"<>|\u0000-\u001F\u007F]/g, '_')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
  const name = cut(plain) || '_'
  return devices.test(name) ? `_${name}` : name
}

// Windows takes these for devices, whatever their ending.
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Systems take 255 bytes; a number and a date are added to it. */
const mostBytes = 180

function cut(name: string): string {
  const end = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  let start = name.slice(0, name.length - end.length)
  while (Buffer.byteLength(start + end) > mostBytes) start = [...start].slice(0, -1).join('')
  return `${start.trimEnd()}${end}`
}

/** The name, or the same with a number where it was given before; letters that differ in case only are the same. */
export function freeName(taken: Set<string>, name: string): string {
  const end = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  const start = name.slice(0, name.length - end.length)
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${start} (${number})${end}`
    const key = free.normalize('NFC').toLowerCase()
    if (taken.has(key)) continue
    taken.add(key)
    return free
  }
}
