const two = (value: number): string => String(value).padStart(2, '0')

/** `01:02:03`, for readers; hours have as many digits as they need. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

/** `01:02:03,004` of milliseconds, as subtitles write it; WebVTT has a point, SubRip a comma. */
export const cueTime = (ms: number, mark: ',' | '.'): string =>
  `${clockTime(ms / 1000)}${mark}${String(ms % 1000).padStart(3, '0')}`
