import { nativeImage, type NativeImage } from 'electron'
import type { RecordingState } from './desktop-api.ts'

const size = 32
const scaleFactor = 2

type Colour = readonly [red: number, green: number, blue: number]
const red: Colour = [224, 49, 49]
const amber: Colour = [232, 143, 16]
const grey: Colour = [120, 120, 128]

/** The tray icon: a ring, filled while recording, with two bars while paused. */
export function trayIcon(state: RecordingState): NativeImage {
  const colour = { idle: grey, recording: red, paused: amber }[state]
  const image = draw(colour, (x, y) => {
    const distance = Math.hypot(x, y)
    if (distance > 14) return 0
    if (distance > 11) return 1
    if (state === 'recording') return distance < 8 ? 1 : 0
    if (state === 'paused') return Math.abs(y) < 6 && Math.abs(Math.abs(x) - 3) < 2 ? 1 : 0
    return distance < 3 ? 1 : 0
  })
  // macOS tints template images to match the menu bar; a recording keeps its own colour.
  image.setTemplateImage(state === 'idle')
  return image
}

/** A disc for the Windows task bar. */
export const recordingBadge = (): NativeImage =>
  draw(red, (x, y) => (Math.hypot(x, y) < 13 ? 1 : 0))

function draw(colour: Colour, opacity: (x: number, y: number) => number): NativeImage {
  const bitmap = Buffer.alloc(size * size * 4)
  for (let at = 0; at < size * size; at++) {
    const alpha = opacity((at % size) - size / 2 + 0.5, Math.floor(at / size) - size / 2 + 0.5)
    // Blue, green and red premultiplied by alpha, as the system expects.
    bitmap.set(
      [colour[2], colour[1], colour[0], 255].map((value) => value * alpha),
      at * 4,
    )
  }
  return nativeImage.createFromBitmap(bitmap, { width: size, height: size, scaleFactor })
}
