/** Names for files that come to lie in one folder: a second “call.txt” becomes “call (2).txt”. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]{1,5})?$/s.exec(name) ?? []
    let unique = name
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1) {
      unique = `${stem} (${count})${ending}`
    }
    taken.add(unique.toLowerCase())
    return unique
  }
}
