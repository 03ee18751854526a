import { open } from 'node:fs/promises'

/** Writes a new file of mode 0600; once this resolves, its bytes are on disk. */
export async function writeFlushed(file: string, content: string | Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
