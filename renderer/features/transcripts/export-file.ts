export const formats = ['txt', 'docx', 'md', 'srt', 'vtt', 'json'] as const

/** Hands a file to the browser's downloads. */
export function saveFile({ name, body }: { name: string; body: Blob }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(body)
  link.download = name
  link.click()
  // The download has its own hold on the file once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
