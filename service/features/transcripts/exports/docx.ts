import { oneLine } from '../../../core/one-line.ts'
import type { TextRun as Run } from 'docx'
import { toParagraphs } from './paragraphs.ts'
import { clockTime, isRightToLeft, type Marks, type Source } from './transcript-file.ts'

const grey = '6B7280'

/** A Word document: title, facts, then paragraphs with the speaker in bold and the time in grey. */
export async function toDocx(source: Source, marks: Marks): Promise<Buffer> {
  // Loaded on first use, since it takes 20 MB of memory.
  const { Document, HeadingLevel, Packer, Paragraph, TextRun } = await import('docx')
  const { transcript, title } = source
  const rightToLeft = isRightToLeft(transcript.language)
  const run = (text: string, style: object = {}) =>
    new TextRun({ text: writable(text), rightToLeft, ...style })
  const spoken = (text: string, language: string) =>
    run(text, { language: { value: language }, rightToLeft: isRightToLeft(language) })
  const paragraph = (children: Run[], style: object = {}) =>
    new Paragraph({ children, bidirectional: rightToLeft, spacing: { after: 160 }, ...style })
  const words = toParagraphs(source).flatMap(({ time, speaker, language, text, heading }) => [
    ...(heading === null
      ? []
      : [paragraph([run(heading)], { heading: HeadingLevel.HEADING_2, keepNext: true })]),
    paragraph([
      ...(marks.speakers && speaker !== '' ? [run(`${speaker}  `, { bold: true })] : []),
      ...(marks.timestamps ? [run(time, { color: grey, size: 18 })] : []),
      ...(marks.speakers || marks.timestamps ? [new TextRun({ break: 1 })] : []),
      spoken(text, language),
    ]),
  ])
  const document = new Document({
    title: writable(title),
    creator: 'Earshot',
    lastModifiedBy: 'Earshot',
    description: writable(factsOf(source)),
    styles: { default: { document: { run: { font: 'Calibri', size: 22 } } } },
    sections: [
      {
        children: [
          paragraph([run(title)], { heading: HeadingLevel.HEADING_1 }),
          paragraph([run(factsOf(source), { color: grey })]),
          ...words,
        ],
      },
    ],
  })
  return Packer.toBuffer(document)
}

function factsOf({ transcript, recordedAt, durationSeconds }: Source): string {
  const names = transcript.speakers.map(({ name, label }) => oneLine(name ?? label))
  return [
    recordedAt.slice(0, 10),
    ...(durationSeconds === null ? [] : [clockTime(durationSeconds)]),
    transcript.language,
    ...(names.length === 0 ? [] : [names.join(', ')]),
  ].join(' · ')
}

/** Removes the control characters that XML 1.0 does not allow. */
const writable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- matching them is the point
  text.replaceAll(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g, '').toWellFormed()
