import { openAsBlob } from 'node:fs'
import path from 'node:path'
import { createEarshot, EarshotError } from '../service/client/index.ts'
import { FinalRefusal } from './watched-folders.ts'

type Reach = { baseUrl: string; key: string }

/** Adds a file to a project through the public API. Throws; see FinalRefusal. */
export async function uploadFile(
  { baseUrl, key }: Reach,
  { projectId, file }: { projectId: string; file: string },
): Promise<void> {
  const earshot = createEarshot({ baseUrl, apiKey: key })
  const filename = path.basename(file)
  try {
    await earshot.upload(projectId, await openAsBlob(file), { filename })
  } catch (error) {
    if (!(error instanceof EarshotError)) throw error
    // Refused because of the file itself, not because of the service's current state.
    const isFinal = [400, 413, 415, 422].includes(error.status)
    throw isFinal ? new FinalRefusal(`${filename}: ${error.message}`) : error
  }
}
