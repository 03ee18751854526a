export const formats = [
  { format: 'txt', label: 'Plain text' },
  { format: 'docx', label: 'Word' },
  { format: 'md', label: 'Markdown' },
  { format: 'srt', label: 'Subtitles, SubRip' },
  { format: 'vtt', label: 'Subtitles, WebVTT' },
  { format: 'json', label: 'JSON, with every word' },
] as const

/** Hands a file to the browser's downloads. */
export function saveFile({ name, body }: { name: string; body: Blob }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(body)
  link.download = name
  link.click()
  // The download has its own hold on the file once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
