import { bridge } from '../../bridge.ts'
import { RecorderProblem, microphoneProblem } from './problem.ts'
import { readStored } from '../../ui/read-stored.ts'

export type SourceOptions = {
  /** Null for the system's default. */
  deviceId: string | null
  hasEchoCancellation: boolean
  hasComputerSound: boolean
}

export type Sources = { microphone: MediaStream; computer: MediaStream | null }

export type Microphone = { id: string; name: string }

/** Why nothing can be recorded here at all; null if recording is possible. */
export function obstacleHere(): RecorderProblem | null {
  if (!window.isSecureContext) return new RecorderProblem('insecure')
  // The DOM types promise both, but older browsers and insecure pages have neither.
  const has = 'mediaDevices' in navigator && 'MediaRecorder' in window
  return has ? null : new RecorderProblem('unsupported')
}

/** Whether to offer the computer's sound; the browser and the system decide what it includes. */
export const offersComputerSound = (): boolean =>
  window.isSecureContext && 'getDisplayMedia' in navigator.mediaDevices

/** Like `offersComputerSound`, but false in a desktop app whose system does not allow it. */
export async function findComputerSound(): Promise<boolean> {
  if (!offersComputerSound()) return false
  return (await bridge().canRecordSystemAudio?.()) ?? true
}

/** Opens the tracks to record. Throws RecorderProblem. */
export async function openSources(options: SourceOptions): Promise<Sources> {
  const obstacle = obstacleHere()
  if (obstacle) throw obstacle
  // First, because a browser allows screen sharing only shortly after a click.
  const computer = options.hasComputerSound ? await openComputerSound() : null
  try {
    return { microphone: await openMicrophone(options), computer }
  } catch (error) {
    if (computer) stopStream(computer)
    throw error
  }
}

export async function openMicrophone({
  deviceId,
  hasEchoCancellation,
}: Pick<SourceOptions, 'deviceId' | 'hasEchoCancellation'>): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        ...(deviceId !== null && { deviceId: { exact: deviceId } }),
        channelCount: 1,
        echoCancellation: hasEchoCancellation,
        // The engine transcribes noisy speech better than the output of noise suppression.
        noiseSuppression: false,
        autoGainControl: true,
      },
    })
  } catch (error) {
    throw microphoneProblem(error)
  }
}

/** Not in the DOM types yet: offer system audio first, and exclude our own tab. */
type SharingOptions = DisplayMediaStreamOptions & { systemAudio?: 'include' | 'exclude' }

async function openComputerSound(): Promise<MediaStream> {
  const options: SharingOptions = {
    // Browsers do not share audio alone, so request video and drop it at once.
    video: true,
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    systemAudio: 'include',
  }
  const stream = await navigator.mediaDevices.getDisplayMedia(options).catch((error: unknown) => {
    throw new RecorderProblem('sharing_denied', error)
  })
  for (const track of stream.getVideoTracks()) track.stop()
  if (stream.getAudioTracks().length > 0) return new MediaStream(stream.getAudioTracks())
  throw new RecorderProblem('sharing_silent')
}

/** Microphones by name. Before permission is granted they have no names, so the list is empty. */
export async function listMicrophones(): Promise<Microphone[]> {
  if (obstacleHere()) return []
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, label, deviceId }) => kind === 'audioinput' && label && deviceId)
    .map(({ deviceId: id, label: name }) => ({ id, name }))
}

export function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

const storageName = 'earshot.recorder'

export type RememberedOptions = SourceOptions & { projectId: string | null }

/** The options of the last recording in this browser. */
export function rememberedOptions(): RememberedOptions {
  const stored = readStored(storageName)
  return {
    deviceId: textOf(stored['deviceId']),
    projectId: textOf(stored['projectId']),
    hasEchoCancellation: stored['hasEchoCancellation'] !== false,
    hasComputerSound: stored['hasComputerSound'] === true && offersComputerSound(),
  }
}

export function rememberOptions(options: RememberedOptions): void {
  localStorage.setItem(storageName, JSON.stringify(options))
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
