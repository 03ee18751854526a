/** Downloads a file in the browser. */
export function saveFile({ name, body }: { name: string; body: Blob }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(body)
  link.download = name
  link.click()
  // Once started, the download no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
