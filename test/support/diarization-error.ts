/**
 * Diarization error rate, as NIST's md-eval scores it: missed speech, false alarms and confused
 * speakers over the speech of the reference, under the mapping of speakers that is best.
 */
export type Turn = { start: number; end: number; speaker: number | string }

export type DiarizationError = {
  /** (missed + falseAlarm + confused) / speech; 0 where the reference is silent and so is the rest. */
  rate: number
  missed: number
  falseAlarm: number
  confused: number
  /** Seconds of reference speech that were scored, each speaker of an overlap counted. */
  speech: number
  speakers: { reference: number; found: number }
}

export type ScoreOptions = {
  /** Seconds left unscored on both sides of each border of the reference. */
  collar?: number
  /** Score only where at most one speaker of the reference speaks. */
  skipOverlap?: boolean
}

const stepsPerSecond = 100

/** Scores `found` against `reference`. */
export function diarizationError(
  reference: readonly Turn[],
  found: readonly Turn[],
  { collar = 0.25, skipOverlap = false }: ScoreOptions = {},
): DiarizationError {
  const steps = Math.ceil(
    Math.max(0, ...[...reference, ...found].map(({ end }) => end)) * stepsPerSecond,
  )
  const truth = tracks(reference, steps)
  const guess = tracks(found, steps)
  const isScored = scoredSteps(reference, steps, collar)
  const together = truth.map(() => guess.map(() => 0))
  const totals = { missed: 0, falseAlarm: 0, matchable: 0, speech: 0 }
  for (let step = 0; step < steps; step += 1) {
    const speaking = activeAt(truth, step)
    if (isScored[step] === 0 || (skipOverlap && speaking.length > 1)) continue
    const transcribed = activeAt(guess, step)
    totals.speech += speaking.length
    totals.missed += Math.max(0, speaking.length - transcribed.length)
    totals.falseAlarm += Math.max(0, transcribed.length - speaking.length)
    totals.matchable += Math.min(speaking.length, transcribed.length)
    for (const one of speaking) {
      const row = together[one] ?? []
      for (const other of transcribed) row[other] = (row[other] ?? 0) + 1
    }
  }
  const confused = totals.matchable - bestAssignment(together, guess.length)
  const wrong = totals.missed + totals.falseAlarm + confused
  return {
    rate: totals.speech === 0 ? (wrong === 0 ? 0 : 1) : wrong / totals.speech,
    missed: totals.missed / stepsPerSecond,
    falseAlarm: totals.falseAlarm / stepsPerSecond,
    confused: confused / stepsPerSecond,
    speech: totals.speech / stepsPerSecond,
    speakers: { reference: truth.length, found: guess.length },
  }
}

const toStep = (seconds: number): number => Math.round(seconds * stepsPerSecond)

/** One array of 0 and 1 for each speaker. */
function tracks(turns: readonly Turn[], steps: number): Uint8Array[] {
  const bySpeaker = new Map<Turn['speaker'], Uint8Array>()
  for (const { start, end, speaker } of turns) {
    const track = bySpeaker.get(speaker) ?? new Uint8Array(steps)
    bySpeaker.set(speaker, track.fill(1, toStep(start), toStep(end)))
  }
  return [...bySpeaker.values()]
}

function scoredSteps(reference: readonly Turn[], steps: number, collar: number): Uint8Array {
  const isScored = new Uint8Array(steps).fill(1)
  for (const border of reference.flatMap(({ start, end }) => [start, end])) {
    isScored.fill(0, Math.max(0, toStep(border - collar)), Math.max(0, toStep(border + collar)))
  }
  return isScored
}

const activeAt = (all: Uint8Array[], step: number): number[] =>
  all.flatMap((track, at) => (track[step] === 1 ? [at] : []))

/** The most steps that agree when each speaker is taken for at most one other: all are tried. */
function bestAssignment(together: number[][], columns: number): number {
  const tried = new Map<string, number>()
  const bestFrom = (row: number, isTaken: readonly boolean[]): number => {
    const gains = together[row]
    if (gains === undefined) return 0
    const key = `${row} ${isTaken.map(Number).join('')}`
    const known = tried.get(key)
    if (known !== undefined) return known
    const ways = gains.flatMap((gain, column) =>
      gain === 0 || isTaken[column] === true
        ? []
        : [gain + bestFrom(row + 1, isTaken.with(column, true))],
    )
    const best = Math.max(bestFrom(row + 1, isTaken), ...ways)
    tried.set(key, best)
    return best
  }
  return bestFrom(
    0,
    Array.from({ length: columns }, () => false),
  )
}
