/** The W3C's own parser and validator comes without types; as far as the tests use it. */
declare module 'webvtt-parser' {
  export type VttNode =
    | { type: 'object'; name: string; value?: string; children: VttNode[] }
    | { type: 'text'; value: string }
    | { type: 'timestamp'; value: number }
  export type VttCue = {
    id: string
    startTime: number
    endTime: number
    text: string
    tree: { children: VttNode[] }
  }
  class WebVTTParser {
    constructor(entities: Record<string, string>)
    parse(
      text: string,
      mode: string,
    ): { cues: VttCue[]; errors: { message: string; line: number; col?: number }[] }
  }
  const parsers: { WebVTTParser: typeof WebVTTParser }
  export default parsers
}
