/** Transcripts in the shapes of other programs, written for these tests. */

export const zoom = `WEBVTT\r
\r
1\r
00:00:02.130 --> 00:00:05.420\r
Jane Doe: Good morning, everybody. Shall we begin?\r
\r
2\r
00:00:05.900 --> 00:00:09.000\r
Paul van Dyk: Yes. I will send the offer to Acme\r
\r
3\r
00:00:09.100 --> 00:00:11.000\r
Paul van Dyk: by Friday.\r
\r
4\r
00:00:12.000 --> 00:00:14.500\r
Jane Doe: We decided to keep the price: ten euros.\r
`

export const teams = `\uFEFFWEBVTT

NOTE duration:"00:00:20.0000000"

NOTE language:en-us

STYLE
::cue(v[voice="Doe, Jane"]) { color: red }

9f1c3c4e-1d7e-4b6f-8f50-2c1b1a2f5c11/12-0
00:00:03.120 --> 00:00:06.540
<v Doe, Jane>Hello &amp; <i>welcome</i>.</v>

9f1c3c4e-1d7e-4b6f-8f50-2c1b1a2f5c11/15-1
00:00:07.000 --> 00:00:09.540
<v Paul Smith (Guest)>Is 5 &lt; 6?</v>
<v Doe, Jane>It is.</v>
`

export const youtube = `WEBVTT
Kind: captions
Language: en

00:00:00.160 --> 00:00:02.470 align:start position:0%
 
hello<00:00:00.480><c> and</c><00:00:00.640><c> welcome</c>

00:00:02.470 --> 00:00:02.480 align:start position:0%
hello and welcome
 

00:00:02.480 --> 00:00:04.950 align:start position:0%
hello and welcome
to<00:00:02.960><c> the</c><00:00:03.100><c> show</c>
`

export const subrip = `1
00:00:01,000 --> 00:00:02,500
{\\an8}<font color="#fff">Where is the</font> <b>contract</b>?

2
00:00:06,000 --> 00:00:06,000
No time at all.
3
00:00:03,000 --> 00:00:05,000
- It comes on Friday,
we hope.
`

export const otter = `Jane Doe  0:12  
Hello there. This is the weekly call.

Paul Smith  1:02:03  
Yes, and it is a short one.

Transcribed by https://otter.ai
`

export const teamsText = `Weekly sync
May 3, 2026, 2:00PM

Jane Doe   0:03
Who takes the minutes?

Paul Smith   0:06
I will.
`

export const labelled = `Jane: Good morning.
Paul: Good morning: how are you?
And how is the dog?

Jane: Fine at 10:30.
`

export const bracketed = `[00:12] Jane: Hello there.
[00:15] Paul: Hello at 10:30.
[00:20] And another thing.
`

export const markdown = `---
title: "Planning"
language: "de"
---

# Planning

**Sprecher 1** 00:00:01  
Guten Tag\\, zusammen.

**Anna** 00:00:05  
Hallo\\!
`

export const otterJson = JSON.stringify({
  speech: {
    duration: 12,
    speakers: [{ id: 7, speaker_name: 'Jane Doe' }],
    transcripts: [
      { transcript: 'Hello there.', start_offset: 16_000, end_offset: 48_000, speaker_id: 7 },
      { transcript: 'Who is this?', start_offset: 80_000, end_offset: 160_000, speaker_id: null },
    ],
  },
})

/** What Zoom saves of its captions: names as people write them, and the time of day. */
export const zoomCaptions = `[jane] 23:59:50
Shall we begin?

[Paul Smith] 00:00:02
Please.
`

/** A Word file of Teams as converters turn it into Markdown. */
export const teamsMarkdown = `**Weekly sync-20260503\\_140000-Meeting Recording**

May 3, 2026, 2:00PM

12m 8s

![](data:image/png;base64,aGk=) **Jane Doe** started transcription

![](data:image/png;base64,aGk=) **Jane Doe** 0:03\\
Who takes\\
the minutes?

**paul** 0:06 I\\'ll do it.

Doe, Ann** 0:09
Thanks.

**Jane Doe** stopped transcription
`

/** Google Docs' form of a transcript of Meet. */
export const meet = `May 3, 2026

Weekly sync - Transcript

00:00:00

Jane Doe: Who takes the minutes?
Paul Smith: I will.

00:05:00

Jane Doe: Then we are done.

Transcription ended after 00:05:07

This editable transcript was computer generated and might contain errors. People can also change the text after it was created.
`

/** The same as Markdown. */
export const meetMarkdown = `# **Transcript**

### 00:00:00

**Jane Doe:** Who takes the minutes?
**Paul Smith:** I will.

### 00:05:00

**Jane Doe:** Then we are done.

### Meeting ended after 00:05:07 👋

*This editable transcript was computer generated and might contain errors.*
`

/** Webex names who speaks beside the number of a cue. */
export const webex = `WEBVTT

1 "" (0)
00:00:00.000 --> 00:00:02.000
Okay.

2 "Jane Doe (she/her)" (1262511360)
00:00:02.000 --> 00:00:03.000
Who takes the minutes?

3 "Paul Smith" (3330436864)
00:00:04.000 --> 00:00:05.000
I will.
`

export const webexText = `0:02 : Jane Doe : Who takes the minutes?
0:04 : Paul Smith : I will.
`

/** Captions of a broadcast, which begin at the time of day. */
export const timeOfDay = `1
18:16:56,181 --> 18:16:58,435
Jane: Good evening.

2
18:17:00,000 --> 18:17:01,000
Paul: Hello.
`

export const revJson = JSON.stringify({
  monologues: [
    {
      speaker: 0,
      elements: [
        { type: 'text', value: 'Hello', ts: 0.5, end_ts: 1, confidence: 0.9 },
        { type: 'punct', value: ',' },
        { type: 'punct', value: ' ' },
        { type: 'text', value: 'there', ts: 1, end_ts: 1.5, confidence: 0.9 },
        { type: 'punct', value: '.' },
      ],
    },
    { speaker: 1, elements: [{ type: 'text', value: 'Yes?', ts: 2, end_ts: 2.5 }] },
  ],
})

/** whisper.cpp, Fireflies, Contact Lens, and captions that say how long each is shown. */
export const segmentLists = {
  whisperCpp: JSON.stringify({
    result: { language: 'de' },
    transcription: [{ offsets: { from: 500, to: 2000 }, text: ' Guten Tag.' }],
  }),
  fireflies: JSON.stringify([
    { sentence: 'Hello.', startTime: '00:01', endTime: '00:02', speaker_name: 'Jane Doe' },
  ]),
  contactLens: JSON.stringify({
    Transcript: [
      { BeginOffsetMillis: 500, EndOffsetMillis: 2000, Content: 'Hi.', ParticipantId: 'AGENT' },
    ],
  }),
  captions: JSON.stringify([{ text: 'Hello', start: 0.1, duration: 0.2 }]),
}

export type Sent = string | Uint8Array<ArrayBuffer>
export const bytesOf = (text: Sent): Uint8Array<ArrayBuffer> =>
  typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text)

type Line = { speaker: string; start: number; end: number; text: string }

/** Each segment as a line: who, when, what. */
export const linesOf = ({ segments }: { segments: readonly Line[] }): string[] =>
  segments.map(({ speaker, start, end, text }) => `${speaker} ${start}-${end} ${text}`)
