import {
  openMicrophone,
  openSources,
  stopStream,
  type Sources,
  type SourceOptions,
} from './capture.ts'
import { RecorderProblem, problemOf } from './problem.ts'
import { createSoundGraph, type Levels, type SoundGraph } from './sound-graph.ts'
import { bitRates } from './space.ts'
import { startStopwatch } from './recording-clocks.ts'
import { openDraftFiles, type DraftFiles } from './draft-files.ts'
import type { DraftRecording } from './draft-recording.ts'

/** How a session reports to the rest of the page. */
export type Hooks = {
  onSize: (bytes: number) => void
  /** A track ended or the disk is full. Everything written so far is kept. */
  onProblem: (problem: RecorderProblem) => void
}

export type Session = {
  channels: 1 | 2
  seconds: () => number
  levels: () => Levels
  tap: SoundGraph['tap']
  /** Seconds of sound so far, including pauses. */
  soundSeconds: () => number
  isMicrophoneGone: () => boolean
  pause: () => void
  resume: () => void
  /** Continues with another microphone, or with the same one once it is back. */
  changeMicrophone: (deviceId: string | null) => Promise<void>
  save: (draft: DraftRecording) => Promise<void>
  /** Ends the session. `rest` holds the chunks that did not fit on the disk. */
  stop: () => Promise<{ files: DraftFiles; seconds: number; rest: Blob[] }>
}

/** Choice: four chunks a second, so a killed browser loses little. */
const chunkMs = 250

const kinds = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']

/** Starts recording into the files of this draft. Throws RecorderProblem. */
export async function startSession(
  id: string,
  options: SourceOptions,
  hooks: Hooks,
): Promise<{ session: Session; mimeType: string }> {
  const sources = await openSources(options)
  let graph: SoundGraph | null = null
  try {
    graph = await createSoundGraph(sources)
    const recorder = createRecorder(graph)
    const files = await openDraftFiles(id)
    const session = await run({ graph, recorder, files, sources, options, hooks })
    return { session, mimeType: recorder.mimeType }
  } catch (error) {
    await graph?.close()
    for (const stream of [sources.microphone, sources.computer]) if (stream) stopStream(stream)
    throw problemOf(error)
  }
}

function createRecorder({ stream, channels }: SoundGraph): MediaRecorder {
  const mimeType = kinds.find((kind) => MediaRecorder.isTypeSupported(kind))
  if (mimeType === undefined) throw new RecorderProblem('unsupported')
  return new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitRates[channels] })
}

type Parts = {
  graph: SoundGraph
  recorder: MediaRecorder
  files: DraftFiles
  sources: Sources
  options: SourceOptions
  hooks: Hooks
}

async function run({ graph, recorder, files, sources, options, hooks }: Parts): Promise<Session> {
  const writer = writeChunks(recorder, files, hooks)
  await startRecorder(recorder)
  recorder.addEventListener('error', () => hooks.onProblem(new RecorderProblem('recorder_failed')))
  const watch = startStopwatch(graph.seconds)
  let isOver = false
  const follow = (stream: MediaStream, code: 'microphone_lost' | 'sharing_ended') => {
    for (const track of stream.getAudioTracks()) {
      track.addEventListener('ended', () => hooks.onProblem(new RecorderProblem(code)))
    }
  }
  follow(sources.microphone, 'microphone_lost')
  if (sources.computer) follow(sources.computer, 'sharing_ended')
  return {
    channels: graph.channels,
    seconds: watch.seconds,
    levels: graph.levels,
    tap: graph.tap,
    soundSeconds: graph.seconds,
    isMicrophoneGone: graph.isMicrophoneGone,
    pause: () => {
      if (recorder.state !== 'recording') return
      recorder.requestData()
      recorder.pause()
      watch.pause()
    },
    resume: () => {
      if (recorder.state !== 'paused') return
      recorder.resume()
      watch.resume()
    },
    changeMicrophone: async (deviceId) => {
      const stream = await openMicrophone({ ...options, deviceId })
      if (isOver) return stopStream(stream)
      follow(stream, 'microphone_lost')
      graph.replaceMicrophone(stream)
    },
    save: async (draft) => void (await files.save(draft)),
    stop: async () => {
      isOver = true
      watch.pause()
      const rest = await writer.finish()
      await graph.close()
      return { files, seconds: watch.seconds(), rest }
    },
  }
}

const startRecorder = (recorder: MediaRecorder): Promise<void> =>
  new Promise((resolve, reject) => {
    recorder.addEventListener('start', () => resolve(), { once: true })
    const fail = () => reject(new RecorderProblem('recorder_failed'))
    recorder.addEventListener('error', fail, { once: true })
    recorder.start(chunkMs)
  })

/** Writes chunks in order; those that fail stay in memory and are retried. */
function writeChunks(recorder: MediaRecorder, files: DraftFiles, { onSize, onProblem }: Hooks) {
  const rest: Blob[] = []
  let turn: Promise<void> = Promise.resolve()
  const write = async (chunk: Blob): Promise<void> => {
    rest.push(chunk)
    try {
      for (let next = rest[0]; next; next = rest[0]) {
        onSize(await files.append(await next.arrayBuffer()))
        rest.shift()
      }
    } catch (error) {
      onProblem(problemOf(error))
    }
  }
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) turn = turn.then(() => write(data))
  })
  return {
    finish: async (): Promise<Blob[]> => {
      const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
      if (recorder.state !== 'inactive') {
        recorder.stop()
        await stopped
      }
      await turn
      return rest
    },
  }
}
