import { openMicrophone, openSources, stopStream, type Sources, type Wishes } from './capture.ts'
import { RecorderProblem, problemOf } from './problem.ts'
import { createSoundGraph, type Levels, type SoundGraph } from './sound-graph.ts'
import { bitRates } from './space.ts'
import { startStopwatch } from './stopwatch.ts'
import { openTakeFiles, type TakeFiles } from './take-files.ts'
import type { Take } from './take.ts'

/** What the rest of the page is told while it goes on. */
export type Hooks = {
  onSize: (bytes: number) => void
  /** A track ended, or the disk took no more. What is there is kept. */
  onProblem: (problem: RecorderProblem) => void
}

export type Session = {
  channels: 1 | 2
  seconds: () => number
  levels: () => Levels
  tap: SoundGraph['tap']
  /** How much sound has passed, pauses as well. */
  soundSeconds: () => number
  isMicrophoneGone: () => boolean
  pause: () => void
  resume: () => void
  /** Goes on with another microphone, or with the same once it is back. */
  changeMicrophone: (deviceId: string | null) => Promise<void>
  save: (take: Take) => Promise<void>
  /** Ends it. What the disk did not take any more, is in `rest`. */
  stop: () => Promise<{ files: TakeFiles; seconds: number; rest: Blob[] }>
}

/** Choice: four pieces a second, so that little is lost with the browser. */
const pieceMs = 250

const kinds = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']

/** Records from now on into the files of this take. Throws RecorderProblem. */
export async function startSession(
  id: string,
  wishes: Wishes,
  hooks: Hooks,
): Promise<{ session: Session; mimeType: string }> {
  const sources = await openSources(wishes)
  let graph: SoundGraph | null = null
  try {
    graph = await createSoundGraph(sources)
    const recorder = createRecorder(graph)
    const files = await openTakeFiles(id)
    const session = await run({ graph, recorder, files, sources, wishes, hooks })
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
  files: TakeFiles
  sources: Sources
  wishes: Wishes
  hooks: Hooks
}

async function run({ graph, recorder, files, sources, wishes, hooks }: Parts): Promise<Session> {
  const keeper = keepPieces(recorder, files, hooks)
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
      const stream = await openMicrophone({ ...wishes, deviceId })
      if (isOver) return stopStream(stream)
      follow(stream, 'microphone_lost')
      graph.replaceMicrophone(stream)
    },
    save: async (take) => void (await files.save(take)),
    stop: async () => {
      isOver = true
      watch.pause()
      const rest = await keeper.finish()
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
    recorder.start(pieceMs)
  })

/** Hands each piece to the disk in its turn; what it refuses stays in memory until it takes it. */
function keepPieces(recorder: MediaRecorder, files: TakeFiles, { onSize, onProblem }: Hooks) {
  const rest: Blob[] = []
  let turn: Promise<void> = Promise.resolve()
  const keep = async (piece: Blob): Promise<void> => {
    rest.push(piece)
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
    if (data.size > 0) turn = turn.then(() => keep(data))
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
