/**
 * Makes the call that a newcomer tries: `node test/seed/sample-call.ts`. One side is a voice of SVOX
 * Pico, the other one of Flite; each has the sound of its room or line. Needs ffmpeg and, from
 * Debian, the packages flite and libttspico-utils; neither is needed to build or run Earshot.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Side = 'maria' | 'tom'
/** What is said, by whom, and the seconds since the last word of the other. */
type Line = readonly [side: Side, after: number, text: string]

const lines: readonly Line[] = [
  ['tom', 0.6, 'Good morning, Maria. This is Tom from Northwind Cycles.'],
  ['maria', 0.5, 'Good morning, Tom. I have ten minutes before my next meeting.'],
  ['tom', 0.4, 'That is enough. I have three points for today.'],
  ['tom', 0.3, 'The delivery of your bikes, the price of the helmets, and the training.'],
  ['maria', 0.5, 'Sounds good. Let us start with the delivery.'],
  ['tom', 0.5, 'All forty bikes leave our warehouse on Monday. You should have them by Wednesday.'],
  ['maria', 0.6, 'That works for us. Could you send me the tracking number?'],
  ['tom', 0.3, 'Sure. I will send you the tracking number on Monday.'],
  ['maria', 0.5, 'Perfect. And what about the helmets?'],
  ['tom', 0.7, 'If you take a hundred, we can go down to thirty two dollars each.'],
  ['maria', 0.9, 'Well, that is still more than we planned for. Could you do thirty dollars?'],
  ['tom', 0.6, 'I have to ask my manager. I will send you our final price by Friday.'],
  ['maria', 0.4, 'Okay. We wait for your price before we order any helmets.'],
  ['tom', 0.4, 'Agreed. The last point is the training.'],
  ['maria', 0.6, 'We would like to hold the training in January, in our shop in Bristol.'],
  ['tom', 0.5, 'January is fine. How about Thursday the fourteenth, in the morning?'],
  [
    'maria',
    0.7,
    'That suits us. So we agreed on Thursday the fourteenth of January for the training.',
  ],
  ['maria', 0.4, 'I will book the room this week.'],
  ['tom', 0.4, 'Wonderful. How many people will join?'],
  ['maria', 0.5, 'About six people. And who is going to run the training?'],
  ['tom', 0.8, 'Good question. We have not decided that yet.'],
  ['maria', 0.5, 'Very good. Let us talk again on Friday.'],
  ['tom', 0.4, 'Thank you, Maria. Goodbye.'],
]
/** Seconds between two sentences of his: Flite waits too little by itself. */
const breath = 0.7

const rate = 48_000
const sides: readonly Side[] = ['maria', 'tom']
const folder = mkdtempSync(join(tmpdir(), 'sample-call-'))
const target = new URL('../../renderer/public/samples/sample-call.webm', import.meta.url).pathname

const ffmpeg = (...parts: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...parts])

/** What one sentence sounds like: mono, 48 kHz, without the silence around it. */
function spoken(side: Side, text: string): Float32Array {
  const file = join(folder, 'line.wav')
  if (side === 'maria') execFileSync('pico2wave', ['-l', 'en-GB', '-w', file, text])
  else execFileSync('flite', ['-voice', 'rms', '-t', text, '-o', file])
  const trim = 'silenceremove=start_periods=1:start_threshold=-45dB'
  const even = 'loudnorm=I=-21:TP=-3'
  const filters = `${trim},areverse,${trim},areverse,${even}`
  const raw = join(folder, 'line.f32')
  ffmpeg('-i', file, '-af', filters, '-ar', String(rate), '-ac', '1', '-f', 'f32le', raw)
  const bytes = readFileSync(raw)
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}

/** Both tracks, with each line at its time. */
function placed(): Record<Side, Float32Array> {
  const parts: { side: Side; start: number; sound: Float32Array }[] = []
  let at = 0
  for (const [side, after, text] of lines)
    for (const [index, sentence] of (side === 'tom'
      ? text.split(/(?<=[.?]) /)
      : [text]
    ).entries()) {
      const sound = spoken(side, sentence)
      const start = at + Math.round((index === 0 ? after : breath) * rate)
      parts.push({ side, start, sound })
      at = start + sound.length
    }
  const length = at + rate
  const tracks = { maria: new Float32Array(length), tom: new Float32Array(length) }
  for (const { side, start, sound } of parts) tracks[side].set(sound, start)
  return tracks
}

/** A small office on her side, a headset on a line on his. */
const sounds: Readonly<Record<Side, string>> = {
  maria:
    'aecho=0.9:0.9:11|23|37:0.16|0.1|0.06[voice];anoisesrc=c=pink:a=0.004:r=48000:seed=7[room];[voice][room]amix=duration=first:normalize=0',
  tom: 'highpass=f=120,lowpass=f=7000[voice];anoisesrc=c=brown:a=0.006:r=48000:seed=11,highpass=f=90[line];[voice][line]amix=duration=first:normalize=0',
}

try {
  const tracks = placed()
  for (const side of sides) {
    const raw = join(folder, `${side}.f32`)
    writeFileSync(raw, tracks[side])
    const input = ['-f', 'f32le', '-ar', String(rate), '-ac', '1', '-i', raw]
    ffmpeg(...input, '-filter_complex', sounds[side], join(folder, `${side}.wav`))
  }
  const both = sides.flatMap((side) => ['-i', join(folder, `${side}.wav`)])
  const sound = ['-c:a', 'libopus', '-b:a', '40k', '-application', 'voip']
  ffmpeg(...both, '-filter_complex', 'amerge=inputs=2', ...sound, '-fflags', '+bitexact', target)
} finally {
  rmSync(folder, { recursive: true })
}
