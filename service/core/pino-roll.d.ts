/** pino-roll ships no types; these cover what log-file.ts uses. */
declare module 'pino-roll' {
  export default function roll(options: {
    file: string
    extension: string
    /** For example `5m`, or `100b` for bytes. */
    size: string
    limit: { count: number; removeOtherLogFiles: boolean }
    mkdir: boolean
    mode: number
    sync: boolean
  }): Promise<{
    write: (line: string) => boolean
    on: (event: 'error', listener: (error: Error) => void) => unknown
  }>
}
