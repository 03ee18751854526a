/** pino-roll comes without types; as far as log-file.ts uses it. */
declare module 'pino-roll' {
  export default function roll(options: {
    file: string
    extension: string
    /** Such as `5m`. */
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
