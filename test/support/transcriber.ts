/** The speech engine as the service has it, for tests that put recordings through it. */
import path from 'node:path'
import { createLog } from '../../service/core/log.ts'
import type { Transcriber } from '../../service/engine/engine.ts'
import { bundledModelsFolder } from '../../service/engine/models/catalogue.ts'
import { earshotCacheDir } from '../../service/engine/whisper/binary.ts'
import {
  createTranscriber,
  type TranscriberOptions,
} from '../../service/engine/whisper/transcriber.ts'

/**
 * With the bundled weights, its files in `folder`, on one thread: two that wait for each other take
 * many times as long on a busy machine.
 */
export const bundledTranscriber = (
  folder: string,
  whisperCli: string | undefined,
  change: Partial<TranscriberOptions> = {},
): Transcriber =>
  createTranscriber({
    folders: [bundledModelsFolder],
    workDir: path.join(folder, 'work'),
    cacheDir: earshotCacheDir(process.env['EARSHOT_CACHE_DIR']),
    whisperCli,
    threads: 1,
    log: createLog('silent'),
    ...change,
  })

/** Options of a transcription that nobody watches or cancels. */
export const unwatched = () => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
})
