/**
 * A call of our own writing: two voices of espeak-ng, one on each side, 41 seconds of Opus in WebM.
 * It lies beside the page, and is sent like any other file.
 */
export async function fetchSample(signal: AbortSignal): Promise<File> {
  const response = await fetch(new URL('samples/sample-call.webm', document.baseURI), { signal })
  if (!response.ok) throw new Error(String(response.status))
  return new File([await response.blob()], 'Sample call.webm', { type: 'audio/webm' })
}
