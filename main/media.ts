import { desktopCapturer, type Session } from 'electron'
import os from 'node:os'
import { isOwnAddress, type OwnOrigin } from './security.ts'

/**
 * macOS can record its own sound from version 13 (Darwin 22), Windows always can, and Electron
 * cannot on Linux.
 */
export function canRecordSystemAudio(
  platform: NodeJS.Platform = process.platform,
  release: string = os.release(),
): boolean {
  if (platform === 'win32') return true
  return platform === 'darwin' && Number.parseInt(release, 10) >= 22
}

/**
 * Grants the page's request for the computer's own sound. The request is for a screen, so it
 * includes video; the recorder ends that track at once.
 */
export function offerSystemAudio(session: Session, ownOrigin: OwnOrigin): void {
  session.setDisplayMediaRequestHandler(async (request, answer) => {
    const isOurs = request.frame !== null && isOwnAddress(request.securityOrigin, ownOrigin)
    if (!isOurs || !request.audioRequested || !canRecordSystemAudio()) return answer(null)
    const [screen] = await desktopCapturer
      .getSources({ types: ['screen'], thumbnailSize: { width: 0, height: 0 } })
      .catch(() => [])
    if (!screen) return answer(null)
    return answer({ video: screen, audio: 'loopback' })
  })
}
