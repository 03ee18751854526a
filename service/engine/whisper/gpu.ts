/** The build that uses a graphics card, and which cards failed since the start. */
import { access, constants } from 'node:fs/promises'
import path from 'node:path'

/** Beside the program for the processor lies, where it could be built, one for the GPU. */
export const gpuFolder = 'gpu'

/** The GPU's build of this whisper-cli, else the program itself, which may use a GPU as well. */
export async function findGpuProgram(program: string): Promise<string> {
  const file = path.join(path.dirname(program), gpuFolder, path.basename(program))
  return access(file, constants.X_OK).then(
    () => file,
    () => program,
  )
}

/** Choice: a driver that failed once mostly fails again; the next start tries anew. */
const failed = new Set<string>()

export const isGpuLeftAlone = (program: string): boolean => failed.has(program)
export const leaveGpuAlone = (program: string): void => void failed.add(program)
