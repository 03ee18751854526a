import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import WaveSurfer from 'wavesurfer.js'
import { styleNonce } from '../../styles/nonce.ts'
import type { Bars } from './bars.ts'
import { drawBars } from './draw.ts'
import styles from './waveform.module.css'

type Props = { bars: Bars; duration: number; height: number }

/**
 * The waveform itself, in the speakers' colours. It knows of no sound, because what wavesurfer shows of playing has
 * a single colour; a veil over it tells what is still to come.
 */
export function WaveCanvas({ bars, duration, height }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')
  useEffect(() => {
    const element = container.current
    if (!element) return
    // A canvas keeps the colours it was drawn with, so redraw it for each scheme.
    const wave = show(element, { bars, duration, height, scheme })
    return () => wave.destroy()
  }, [bars, duration, height, scheme])
  return <div ref={container} className={styles['canvas']} aria-hidden="true" />
}

type Shown = Props & { scheme: string }

function show(container: HTMLElement, { bars, duration, height, scheme }: Shown) {
  container.dataset['scheme'] = scheme
  const style = getComputedStyle(container)
  const read = (colour: string) =>
    colour.startsWith('var(') ? style.getPropertyValue(colour.slice(4, -1)) : colour
  const colours = bars.palette.map(read)
  const count = bars.lanes[0]?.length ?? 0
  // A long waveform is drawn in tiles, and wavesurfer does not say which one, so number each step.
  const numbers = Float32Array.from({ length: count }, (_, at) => at / count)
  const wave = WaveSurfer.create({
    container,
    duration,
    height,
    peaks: [...bars.lanes, numbers],
    cursorWidth: 0,
    interact: false,
    hideScrollbar: true,
    cspNonce: styleNonce(),
    renderFunction: (slices, context) => {
      const steps = slices.at(-1)
      const from = Math.round((steps?.[0] ?? 0) * count)
      const { width, height: tall } = context.canvas
      const scale = window.devicePixelRatio || 1
      context.scale(scale, scale)
      drawBars(
        context,
        { width: width / scale, height: tall / scale },
        { bars, from, to: from + (steps?.length ?? 0), colourOf: (at) => colours[at] ?? '#888' },
      )
    },
  })
  return wave
}
