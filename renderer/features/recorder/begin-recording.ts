import { findComputerSound, rememberOptions, type RememberedOptions } from './capture.ts'
import { startRecording } from './recorder-store.ts'

type Beginning = { name: string; projectId: string; options: RememberedOptions }

/** Starts recording with these options, which the next recording begins with, too. */
export async function beginRecording({ name, projectId, options }: Beginning): Promise<void> {
  rememberOptions({ ...options, projectId })
  const isOffered = await findComputerSound()
  const hasComputerSound = options.hasComputerSound && isOffered
  await startRecording({ name, projectId, options: { ...options, hasComputerSound } })
}
