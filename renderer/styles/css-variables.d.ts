import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties that components hand to their style sheets. */
    [name: `--${string}`]: string | number | undefined
  }
}
