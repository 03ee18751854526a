import type { Config } from '../config.ts'
import type { Log } from '../core/log.ts'
import type { Transcriber, Writer } from './engine.ts'

/** The engines of this machine: whisper.cpp to hear, llama.cpp or the built-in analyser to write. */
export function createEngines(_config: Config, _log: Log): { transcriber: Transcriber; writer: Writer } {
  throw new Error('being wired')
}
