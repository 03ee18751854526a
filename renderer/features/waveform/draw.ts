import type { Bars } from './bars.ts'

const barWidth = 2
const gap = 1
/** Speech is mostly far below the loudest peak; this raises it without flattening the peaks. */
const curve = 0.7

type Area = { width: number; height: number }

/**
 * Draws the steps `from` to `to` of every channel into an area, one lane each; bars extend both
 * ways from the middle of their lane.
 */
export function drawBars(
  context: CanvasRenderingContext2D,
  { width, height }: Area,
  { bars, from, to, colourOf }: Part,
): void {
  const laneHeight = height / bars.lanes.length
  const columns = Math.max(1, Math.floor(width / (barWidth + gap)))
  const perColumn = (to - from) / columns
  for (const [lane, levels] of bars.lanes.entries()) {
    const middle = laneHeight * (lane + 0.5)
    for (let column = 0; column < columns; column += 1) {
      const at = loudestOf(levels, from + column * perColumn, perColumn)
      const half = Math.max(0.5, ((levels[at] ?? 0) ** curve * (laneHeight - 4)) / 2)
      context.fillStyle = colourOf(bars.colours[lane]?.[at] ?? 0)
      context.fillRect(column * (barWidth + gap), middle - half, barWidth, half * 2)
    }
  }
}

type Part = { bars: Bars; from: number; to: number; colourOf: (index: number) => string }

function loudestOf(levels: readonly number[], from: number, count: number): number {
  const first = Math.floor(from)
  let best = first
  for (let at = first; at < Math.max(first + 1, Math.floor(from + count)); at += 1) {
    if ((levels[at] ?? 0) > (levels[best] ?? 0)) best = at
  }
  return best
}
